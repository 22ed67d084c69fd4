import { Secret, TOTP } from 'otpauth'
import { ADMIN } from './make.ts'
import type { TestApp } from './start-test-app.ts'

/** The authenticator's code at the app's clock. */
export function codeNow({ clock }: Pick<TestApp, 'clock'>, secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + clock.ahead })
}

const PERIOD = 30_000

/** Moves the clock to the start of a code's period, so that no code expires during a test. */
function toNextPeriod({ clock }: Pick<TestApp, 'clock'>): void {
  clock.ahead += PERIOD - ((Date.now() + clock.ahead) % PERIOD)
}

/** Moves the clock and returns the next code. */
export const nextCode = (app: Pick<TestApp, 'clock'>, secret: string): string => {
  toNextPeriod(app)
  return codeNow(app, secret)
}

export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Signs in with the password and returns the first step's token. */
export async function logIn({ api }: Pick<TestApp, 'api'>, who = ADMIN): Promise<string> {
  const { status, body } = await api.post('/api/auth/login', who)
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return body.token
}

/** Sets up an authenticator app. Returns its secret, the next token and the recovery codes. */
export async function addAuthenticator(app: TestApp, token: string) {
  const { send } = app
  toNextPeriod(app)
  const begun = await send('POST', '/api/account/totp', { ...bearer(token), payload: {} })
  const { id, secret } = begun.body
  const proven = await send('POST', `/api/account/factors/${id}/verify`, {
    ...bearer(token),
    payload: { code: codeNow(app, secret) },
  })
  if (proven.status !== 200) throw new Error(`${proven.status} ${proven.body.message}`)
  return { id, secret, token: proven.body.token, recoveryCodes: proven.body.recovery_codes }
}
