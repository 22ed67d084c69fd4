import type { Config } from '../config.ts'
import { said } from './failures.ts'
import { DeliveryError } from './mail.ts'

/** What both SMTP and IMAP of Exchange Online take. */
const SCOPE = 'https://outlook.office365.com/.default'

const TIMEOUT_S = 10
/** A token is not used up to its last moment. */
const SPARE_MS = 60_000

interface SignIn {
  user: string
  /** Undefined: by a token. */
  pass?: string
}

/** A token opens mailboxes of the whole firm, so it goes to no other server. */
export const TOKEN_HOSTS = /(?:^|\.)(?:office365|outlook)\.(?:com|us)$|^127\.0\.0\.1$/

/** Of an SMTP or IMAP address. A user without a password signs in by a token, if MAIL_OAUTH_URL tells from where. */
export function signInOf(url: string, { MAIL_OAUTH_URL }: Pick<Config, 'MAIL_OAUTH_URL'>) {
  const { username, password, hostname } = new URL(url)
  if (!username) return undefined
  const user = decodeURIComponent(username)
  const byToken = password === '' && MAIL_OAUTH_URL !== undefined && TOKEN_HOSTS.test(hostname)
  return { user, ...(!byToken && { pass: decodeURIComponent(password) }) } as SignIn
}

/** Returns the token for mail, a new one shortly before it expires. */
export function tokenSource({ MAIL_OAUTH_URL }: Pick<Config, 'MAIL_OAUTH_URL'>) {
  let token: { value: string; until: number } | undefined
  let asking: Promise<typeof token> | undefined
  /** @throws DeliveryError with the provider's words */
  return async (renew = false): Promise<string> => {
    if (renew || !token || token.until < Date.now()) {
      // Several connections open at once.
      asking ??= newToken(MAIL_OAUTH_URL ?? '').finally(() => {
        asking = undefined
      })
      token = await asking
    }
    return token!.value
  }
}

/** Of an application of its own (client credentials), whose id and secret are in the address. */
async function newToken(oauthUrl: string) {
  const { allowInsecureRequests, clientCredentialsGrant, discovery } = await import('openid-client')
  const issuer = new URL(oauthUrl)
  const [id, secret] = [issuer.username, issuer.password].map(decodeURIComponent)
  issuer.username = ''
  issuer.password = ''
  const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : []
  try {
    const server = await discovery(issuer, id!, secret, undefined, { timeout: TIMEOUT_S, execute })
    const { access_token, expires_in = 300 } = await clientCredentialsGrant(server, {
      scope: SCOPE,
    })
    return { value: access_token, until: Date.now() + expires_in * 1000 - SPARE_MS }
  } catch (error) {
    const { message, error_description } = error as Error & { error_description?: string }
    const words = said({ response: error_description ?? message })
    throw new DeliveryError('unreachable', `${issuer.hostname} gave no token for email.${words}`, {
      cause: error,
    })
  }
}
