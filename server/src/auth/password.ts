import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's recommended least cost: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let madeStandIn: Promise<string> | undefined

/** What a password is held against where there is no account; of the same cost. */
export const standIn = (): Promise<string> => {
  madeStandIn ??= hashPassword('no such account')
  return madeStandIn
}

/** Takes as long for an unknown account (no hash) as for a known one. */
export async function checkPassword(stored: string | null | undefined, password: string) {
  const matches = await verify(stored ?? (await standIn()), password)
  return matches && Boolean(stored)
}
