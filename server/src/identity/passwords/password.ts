/** argon2id with OWASP's recommended least cost: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(password.normalize('NFKC'), COST)
}

/** Verified if no hash is stored; nobody knows its password. */
const STAND_IN =
  '$argon2id$v=19$m=19456,t=2,p=1$pFgKq0lAsT9iwvGHWSjayQ$c/4Z90CKycuTKeAQv/dqiZfgE1SuXkUmcfQWZ++hyBM'

/** Takes as long for an unknown account (no hash) as for a known one. */
export async function checkPassword(stored: string | null | undefined, password: string) {
  const { verify } = await import('@node-rs/argon2')
  const normal = password.normalize('NFKC')
  let matches = await verify(stored ?? STAND_IN, normal)
  // A hash of before normalization. Depends on the password alone, so it reveals no account.
  if (!matches && normal !== password) matches = await verify(stored ?? STAND_IN, password)
  return matches && Boolean(stored)
}
