import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { hashPassword } from './password.ts'
import { addAdmin, countAdmins } from './queries.ts'

/**
 * Makes the first administrator when there is none.
 * Gives its sign-in to be shown once; `password` is absent where the settings chose it.
 */
export async function ensureFirstAdmin(db: Db, config: Config) {
  if ((await countAdmins(db)) > 0) return undefined
  const made = config.ADMIN_PASSWORD ? undefined : randomBytes(12).toString('base64url')
  const hash = await hashPassword(config.ADMIN_PASSWORD ?? made!)
  if (!(await addAdmin(db, config.ADMIN_EMAIL, hash))) return undefined
  return { email: config.ADMIN_EMAIL, password: made }
}
