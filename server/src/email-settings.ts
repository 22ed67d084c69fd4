import { randomUUID } from 'node:crypto'
import type { Body } from '@attest/contract/endpoint'
import type { SECURITY, saveEmail, saveMailbox } from '@attest/contract/settings'
import { type Config, mailDomain, Settings as Variables } from './config.ts'
import { DeliveryError } from './delivery/mail.ts'
import { TOKEN_HOSTS } from './delivery/mail-token.ts'
import { countMails, explainImap } from './delivery/mailbox/mailbox.ts'
import { checkSmtp, openSmtp } from './delivery/smtp.ts'
import { Refusal, refuseField } from './http/errors.ts'
import type { SignedIn } from './http/signed-in.ts'
import { accountLetter } from './identity/account-letters.ts'
import { addressText, type Values } from './settings.ts'

type Typed = Body<typeof saveEmail>

interface MailServer {
  host: string
  port: number
  security: (typeof SECURITY)[number]
  user: string | null
  password: string | null
  signIn: 'password' | 'microsoft'
}

/** Default ports: with TLS from the start, and otherwise. */
const PORTS = { smtp: [465, 587], imap: [993, 143] } as const
export type Protocol = keyof typeof PORTS

export const VARIABLES = { smtp: 'SMTP_URL', imap: 'IMAP_URL' } as const

export function mailServerOf(config: Config, of: Protocol = 'smtp'): MailServer | undefined {
  const url = config[VARIABLES[of]]
  if (!url) return undefined
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const isTls = protocol === `${of}s:`
  const plain = searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none'
  return {
    host: hostname,
    port: Number(port) || PORTS[of][isTls ? 0 : 1],
    signIn: username && !password && config.MAIL_OAUTH_URL ? 'microsoft' : 'password',
    security: isTls ? 'tls' : plain,
    user: decoded(username) || null,
    password: decoded(password) || null,
  }
}

/** A value of the environment may have a bare %. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function urlOf(of: Protocol, { host, port, security, user, password }: MailServer): string {
  const account = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  const scheme = security === 'tls' ? `${of}s` : of
  const query = security === 'starttls' ? '?requireTLS=true' : ''
  return `${scheme}://${account}${host}:${port}${query}`
}

/** @throws Refusal 400 naming the field */
export function emailValues(typed: Typed, config: Config): Values {
  const { senderName, senderAddress, replyTo, rate, server } = typed
  const values: Values = {}
  if (senderName !== undefined || senderAddress !== undefined) {
    const { name = '', address = undefined } = config.MAIL_FROM ?? {}
    const sender = {
      name: senderName === undefined ? name : (senderName ?? ''),
      address: senderAddress ?? address ?? refuseField('senderAddress', 'Please enter the address'),
    }
    values.MAIL_FROM = addressText(sender)
  }
  if (replyTo !== undefined) values.MAIL_REPLY_TO = replyTo
  if (rate !== undefined) values.MAIL_RATE = rate === null ? null : String(rate)
  if (server) values.SMTP_URL = serverValue('smtp', server, config)
  return values
}

const OWN_MACHINE = '127.0.0.1'

const HOST = /^(?!.*\.\.)[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i

function serverValue(of: Protocol, typed: NonNullable<Typed['server']>, config: Config): string {
  const host = URL.parse(`http://${typed.host}`)?.hostname ?? ''
  if (!HOST.test(host) || /[/:@?#\s]/.test(typed.host))
    refuseField('server.host', 'Enter a name like smtp.example.com')
  const { user } = typed
  const byToken = typed.signIn === 'microsoft'
  if (byToken && user === null) refuseField('server.user', 'Enter the mailbox’s address')
  if (byToken && !TOKEN_HOSTS.test(host))
    refuseField('server.host', 'Enter outlook.office365.com, or smtp.office365.com to send')
  if (byToken && typed.security === 'none' && host !== OWN_MACHINE)
    refuseField('server.security', 'A token needs an encrypted connection')
  const password =
    user === null || byToken ? null : typed.password || keptPassword(of, { ...typed, host }, config)
  return urlOf(of, { ...typed, host, password })
}

/** The stored password goes only to the server and user it was entered for, and never with weaker encryption. */
function keptPassword(of: Protocol, typed: Omit<MailServer, 'password'>, config: Config): string {
  const stored = mailServerOf(config, of)
  const isSame = (['host', 'port', 'user'] as const).every((part) => stored?.[part] === typed[part])
  const isWeaker = typed.security === 'none' && stored?.security !== 'none'
  if (stored?.password && isSame && !isWeaker) return stored.password
  return refuseField('server.password', 'Please enter the password')
}

type TypedMailbox = Body<typeof saveMailbox>

const MICROSOFT = 'https://login.microsoftonline.com'
const DIRECTORY_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws Refusal 400 naming the field */
export function mailboxValues({ server, microsoft }: TypedMailbox, config: Config): Values {
  const values: Values = {}
  if (server !== undefined) values.IMAP_URL = server && serverValue('imap', server, config)
  if (microsoft !== undefined) values.MAIL_OAUTH_URL = microsoft && oauthUrlOf(microsoft, config)
  return values
}

export function microsoftOf({ MAIL_OAUTH_URL }: Config) {
  if (!MAIL_OAUTH_URL) return undefined
  const url = new URL(MAIL_OAUTH_URL)
  const [application, secret] = [decoded(url.username), decoded(url.password)]
  const issuer = `${url.origin}${url.pathname}`
  const tenant = issuer.startsWith(MICROSOFT) ? url.pathname.split('/')[1]! : issuer
  return { tenant, application, secret }
}

function oauthUrlOf(typed: NonNullable<TypedMailbox['microsoft']>, config: Config): string {
  const { tenant, application } = typed
  const stored = microsoftOf(config)
  const isSame = stored?.tenant === tenant && stored.application === application
  const secret =
    typed.secret ||
    (isSame && stored.secret) ||
    refuseField('microsoft.secret', 'Please enter the secret')
  const issuer = URL.parse(DIRECTORY_ID.test(tenant) ? `${MICROSOFT}/${tenant}/v2.0` : tenant)
  const isSafe = issuer?.protocol === 'https:' || issuer?.hostname === OWN_MACHINE
  if (!issuer || !isSafe)
    return refuseField('microsoft.tenant', 'Enter the ID that Entra shows, 36 characters')
  return `${issuer.protocol}//${encodeURIComponent(application)}:${encodeURIComponent(secret)}@${issuer.host}${issuer.pathname}`
}

export async function checkMailbox(config: Config) {
  const { IMAP_URL: url } = config
  if (!url) return []
  return countMails(config, url).catch((error) => {
    throw inWords(explainImap(error, url))
  })
}

export function configWith(values: Values, config: Config): Config {
  const changed: Partial<Config> = {}
  for (const [variable, text] of Object.entries(values) as [keyof Values, string | null][]) {
    const { data } = Variables.shape[variable].safeParse(text ?? undefined)
    Object.assign(changed, { [variable]: data })
  }
  return { ...config, ...changed }
}

/** @throws Refusal 422 with the server's own words */
export async function checkMailServer(config: Config): Promise<void> {
  if (!config.SMTP_URL) return
  await checkSmtp(config.SMTP_URL, config).catch((error) => {
    throw inWords(error)
  })
}

const inWords = (error: unknown) =>
  error instanceof DeliveryError
    ? new Refusal(422, error.message, { code: 'mail_check_failed' })
    : error

const WORDS = {
  subject: 'Attest can send email',
  lines: [
    'You sent this test email from the settings: the mail server accepts your letters.',
    'Open the link to see that the address of your clients’ links works, too.',
  ],
  action: 'Check the Address',
}

/** Sends at once, with the settings as typed. @throws Refusal 422 with the server's own words */
export async function sendTestEmail(
  config: Config,
  { email }: Pick<SignedIn, 'email'>,
  url: string,
) {
  if (!config.SMTP_URL) throw new Refusal(400, 'Enter the mail server first.')
  // Fails sooner than a send would, and before the browser gives up.
  await checkMailServer(config)
  const mail = openSmtp(config.SMTP_URL, config)
  const begun = performance.now()
  try {
    const response = await mail.send({
      ...accountLetter({ words: WORDS, firm: config.FIRM_NAME, url }),
      to: { name: '', address: email },
      messageId: `<${randomUUID()}@${mailDomain(config)}>`,
    })
    return { to: email, response, milliseconds: Math.round(performance.now() - begun) }
  } catch (error) {
    throw inWords(error)
  } finally {
    await mail.close()
  }
}
