import { randomUUID } from 'node:crypto'
import type { Body } from '@attest/contract/endpoint'
import type { SECURITY, saveEmail } from '@attest/contract/settings'
import { type Config, mailDomain, Settings as Variables } from './config.ts'
import { DeliveryError } from './delivery/mail.ts'
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
}

/** The parts of SMTP_URL. */
export function mailServerOf({ SMTP_URL }: Config): MailServer | undefined {
  if (!SMTP_URL) return undefined
  const { protocol, hostname, port, username, password, searchParams } = new URL(SMTP_URL)
  const isTls = protocol === 'smtps:'
  const plain = searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : plain,
    user: decoded(username) || null,
    password: decoded(password) || null,
  }
}

/** The environment may have a bare %. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function smtpUrlOf({ host, port, security, user, password }: MailServer): string {
  const account = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
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
  if (server) values.SMTP_URL = serverValue(server, config)
  return values
}

const HOST = /^(?!.*\.\.)[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i

function serverValue(typed: NonNullable<Typed['server']>, config: Config): string {
  const host = URL.parse(`http://${typed.host}`)?.hostname ?? ''
  if (!HOST.test(host) || /[/:@?#\s]/.test(typed.host))
    refuseField('server.host', 'Enter a name like smtp.example.com')
  const { user } = typed
  const password =
    user === null ? null : (typed.password ?? keptPassword({ ...typed, host }, config))
  return smtpUrlOf({ ...typed, host, password })
}

/** The stored password goes only to the server and user it was entered for, and never with weaker encryption. */
function keptPassword(typed: Omit<MailServer, 'password'>, config: Config): string {
  const stored = mailServerOf(config)
  const isSame = (['host', 'port', 'user'] as const).every((part) => stored?.[part] === typed[part])
  const isWeaker = typed.security === 'none' && stored?.security !== 'none'
  if (stored?.password && isSame && !isWeaker) return stored.password
  return refuseField('server.password', 'Please enter the password')
}

/** The configuration as it would be with what is typed. */
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
  try {
    await checkSmtp(config.SMTP_URL, config)
  } catch (error) {
    throw inWords(error)
  }
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

/** By what is typed, and at once. @throws Refusal 422 with the server's own words */
export async function sendTestEmail(
  config: Config,
  { email }: Pick<SignedIn, 'email'>,
  url: string,
) {
  if (!config.SMTP_URL) throw new Refusal(400, 'Enter the mail server first.')
  // Gives up sooner than a sending would, and before the browser does.
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
