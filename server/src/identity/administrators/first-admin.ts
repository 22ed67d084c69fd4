import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/schema.ts'
import { hashPassword } from '../passwords.ts'
import { addAdmin, countAdmins } from './queries.ts'

export async function ensureFirstAdmin(db: Db, config: Config) {
  if ((await countAdmins(db)) > 0) return undefined
  const made = config.ADMIN_PASSWORD ? undefined : newPassword()
  const admin = {
    email: config.ADMIN_EMAIL,
    password_hash: await hashPassword(config.ADMIN_PASSWORD ?? made!),
    email_confirmed_at: new Date().toISOString(),
  }
  if (!(await addAdmin(db, admin))) return undefined
  return { email: config.ADMIN_EMAIL, password: made }
}

/** 96 random bits, typable. */
export const newPassword = () => randomBytes(12).toString('base64url')
