import { URI } from 'otpauth'
import type { Client } from './start-service.ts'

/** Sets up an authenticator app through the public client. Returns a function that makes its codes. */
export async function enrolApp(client: Client, now: () => Date) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const totp = URI.parse(data.totp.uri)
  if (!('period' in totp)) throw new Error('no code by time')
  const codeAt = (at: Date) => totp.generate({ timestamp: at.getTime() })
  const proven = await client.mfa.challengeAndVerify({ factorId: data.id, code: codeAt(now()) })
  if (proven.error) throw proven.error
  return { factorId: data.id, codeAt }
}
