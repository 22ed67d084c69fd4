import type { Config } from '../config.ts'
import { said } from './failures.ts'
import { DeliveryError } from './mail.ts'

/** Valid for both SMTP and IMAP of Exchange Online. */
const SCOPE = 'https://outlook.office365.com/.default'

const TIMEOUT_S = 10
/** A token is renewed this long before it expires. */
const SPARE_MS = 60_000

interface SignIn {
  user: string
  /** Undefined for a sign-in by token. */
  pass?: string
}

/** A token opens mailboxes of the whole firm, so only these servers get one. */
export const TOKEN_HOSTS = /(?:^|\.)(?:office365|outlook)\.(?:com|us)$|^127\.0\.0\.1$/

/** Reads the sign-in of an SMTP or IMAP URL. Without a password it is by token, if MAIL_OAUTH_URL is set. */
export function signInOf(url: string, { MAIL_OAUTH_URL }: Pick<Config, 'MAIL_OAUTH_URL'>) {
  const { username, password, hostname } = new URL(url)
  if (!username) return undefined
  const user = decodeURIComponent(username)
  const byToken = password === '' && MAIL_OAUTH_URL !== undefined && TOKEN_HOSTS.test(hostname)
  return { user, ...(!byToken && { pass: decodeURIComponent(password) }) } as SignIn
}

/** Returns a function that returns the token and renews it shortly before it expires. */
export function tokenSource({ MAIL_OAUTH_URL }: Pick<Config, 'MAIL_OAUTH_URL'>) {
  let token: { value: string; until: number } | undefined
  let asking: Promise<typeof token> | undefined
  /** @throws DeliveryError with the provider's words */
  return async (renew = false): Promise<string> => {
    if (renew || !token || token.until < Date.now()) {
      // Connections that open at the same time share one request.
      asking ??= newToken(MAIL_OAUTH_URL ?? '').finally(() => {
        asking = undefined
      })
      token = await asking
    }
    return token!.value
  }
}

/** Asks as an application (client credentials), whose id and secret are in the URL. */
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
