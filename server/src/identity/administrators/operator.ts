import { randomBytes } from 'node:crypto'
import { CommandError } from '../../command.ts'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import { resetFactors } from '../factors/change-factors.ts'
import { hashPassword, setPassword } from '../passwords.ts'
import { logEvent } from '../security-log/queries.ts'
import { addAdmin, changeAdmin, countAdmins, findAdminByEmail } from './queries.ts'

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
const newPassword = () => randomBytes(12).toString('base64url')

/** Operators have no account: the log names the machine and the command. */
export const OPERATOR = { email: null, address: 'this machine', userAgent: 'npm run admin' }

export async function addByCommand(db: Db, email: string, at: Date): Promise<string> {
  const password = newPassword()
  const password_hash = await hashPassword(password)
  await transact(db, async (tx) => {
    const admin = { email, password_hash, email_confirmed_at: at.toISOString() }
    if (!(await addAdmin(tx, admin)))
      throw new CommandError(
        `${email} has an account already. To give a new password: reset-password`,
      )
    await logEvent(tx, 'admin-added', OPERATOR, at, email)
  })
  return canSignIn(email, password)
}

export async function resetPasswordByCommand(db: Db, email: string, at: Date): Promise<string> {
  const password = newPassword()
  const password_hash = await hashPassword(password)
  await forAdmin(db, email, async (tx, id) => {
    const email_confirmed_at = at.toISOString()
    await changeAdmin(tx, id, { email_confirmed_at, banned_until: null })
    await setPassword(tx, { id, email }, password_hash)
    await logEvent(tx, 'password-changed', OPERATOR, at, email)
  })
  return canSignIn(email, password)
}

const canSignIn = (email: string, password: string) =>
  `${email} can sign in with the password  ${password}`

export async function resetSecondFactorByCommand(db: Db, email: string, at: Date): Promise<string> {
  await forAdmin(db, email, async (tx, id) => {
    await resetFactors(tx, { id, email })
    await logEvent(tx, 'factors-reset', OPERATOR, at, email)
  })
  return `${email} signs in with the password alone now.`
}

const forAdmin = (db: Db, email: string, work: (tx: Tx, id: string) => Promise<void>) =>
  transact(db, async (tx) => {
    const admin = await findAdminByEmail(tx, email)
    if (!admin) throw new CommandError(`${email} has no account.`)
    await work(tx, admin.id)
  })
