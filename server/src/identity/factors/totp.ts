import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

/** Every authenticator app supports RFC 6238 with SHA-1, six digits and 30 seconds. */
const PERIOD_S = 30

export function newTotp(firm: string, email: string) {
  const totp = new TOTP({ issuer: firm, label: email, secret: new Secret({ size: 20 }) })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qr_code: encodeQR(uri, 'svg', { ecc: 'medium' }) }
}

/** The code's time step; undefined if wrong. Clocks may differ by 30 seconds. The caller refuses used steps. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S })
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
