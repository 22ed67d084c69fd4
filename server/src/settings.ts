import type { Section } from '@attest/contract/settings'
import { sql } from 'kysely'
import { type Config, Settings as Variables } from './config.ts'
import type { Db, Tx } from './db/schema.ts'
import { isConnectionLost, transact } from './db/transact.ts'
import type { Deps } from './deps.ts'
import { followLogo } from './firm-logo.ts'
import { Refusal } from './http/errors.ts'
import type { SignedIn } from './http/signed-in.ts'
import { logEvent } from './identity/security-log/queries.ts'
import { seal, unseal } from './secret-key.ts'

/** The office's settings by variable of the environment. The words are for the security log. */
const WORDS = {
  FIRM_NAME: 'firm’s name',
  FIRM_PHONE: 'firm’s phone',
  FIRM_ADDRESS: 'firm’s address',
  FIRM_LOGO: 'logo',
  TIME_ZONE: 'time zone',
  SMTP_URL: 'mail server',
  IMAP_URL: 'mailbox',
  MAIL_OAUTH_URL: 'Microsoft 365',
  MAIL_FROM: 'sender',
  MAIL_REPLY_TO: 'replies to',
  MAIL_RATE: 'emails a second',
  LINK_DAYS: 'days a link lives',
  ROUND_DAYS: 'days of a round',
  REMINDER_DAYS: 'days of its reminders',
  REQUIRE_2FA: 'second factor required',
  CHANGE_RECEIPTS: 'receipts',
  METRICS_TOKEN: 'token of /metrics',
} as const
export type Variable = keyof typeof WORDS
const VARIABLES = Object.keys(WORDS) as Variable[]

/** Sealed with the secret key, and neither sent nor logged. */
const SECRET = ['SMTP_URL', 'IMAP_URL', 'MAIL_OAUTH_URL', 'METRICS_TOKEN'] as const
type Secret = (typeof SECRET)[number]
const isSecret = (variable: Variable): variable is Secret => SECRET.includes(variable as Secret)

/** Texts as the environment would have them, and the hash of a logo. Null restores the default. */
export type Values = { [V in Variable]?: string | null }

type Parts = Pick<Deps, 'db' | 'config' | 'secretKey'>
type Following = Parts & Pick<Deps, 'mail'>

/** Applies stored settings, except those that the environment sets. All code shares the changed `config`. */
export async function applySettings({ db, config, secretKey }: Parts): Promise<void> {
  const stored = await readStored({ db, secretKey })
  const unreadable = VARIABLES.filter((variable) => stored.get(variable) === UNREADABLE)
  config.unreadable = new Set(unreadable)
  for (const variable of VARIABLES) {
    if (config.setOnServer.has(variable) || variable === 'FIRM_LOGO') continue
    const text = stored.get(variable)
    const { data } = Variables.shape[variable].safeParse(text === UNREADABLE ? undefined : text)
    Object.assign(config, { [variable]: data })
  }
  await followLogo(db, config, stored.get('FIRM_LOGO') as string | undefined)
}

/** Follows settings that other processes save. If the database is away, a later call reads them. */
export async function followSettings(deps: Following): Promise<void> {
  try {
    await applySettings(deps)
    deps.mail.follow()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
}

/** Replaces a secret that was sealed with another secret key. */
const UNREADABLE = Symbol('unreadable')

async function readStored({ db, secretKey }: Pick<Parts, 'db' | 'secretKey'>) {
  const rows = await db.selectFrom('settings').selectAll().execute()
  return new Map(
    rows.map(({ name, value }) => [
      name,
      isSecret(name as Variable) ? unsealed(secretKey, value) : value,
    ]),
  )
}

function unsealed(secretKey: string, value: string) {
  try {
    return unseal(secretKey, value)
  } catch {
    return UNREADABLE
  }
}

export type SetBy = 'default' | 'office' | 'server'

/** Returns who set each variable, and when the office saved each section. */
export async function readOrigins({ db, config }: Pick<Parts, 'db' | 'config'>) {
  const [stored, sections] = await Promise.all([
    db.selectFrom('settings').select(['name', 'value']).execute(),
    db.selectFrom('settings_saved').select(['section', 'at']).execute(),
  ])
  const texts = new Map(stored.map(({ name, value }) => [name, value]))
  const setBy = (variable: Variable): SetBy => {
    if (config.setOnServer.has(variable)) return 'server'
    return texts.has(variable) ? 'office' : 'default'
  }
  const at = new Map(sections.map(({ section, at }) => [section, at]))
  return { setBy, savedAt: (section: string) => at.get(section) ?? null, texts }
}

interface Saving {
  section: Section
  values: Values
  /** When the caller's values had been saved; undefined: the last change wins. */
  saved?: string | null | undefined
  /** Stores further rows in the same transaction. */
  store?: (tx: Tx) => Promise<void>
  /** Reads the settings for the reply with 409. */
  read: (parts: Pick<Deps, 'db' | 'config'>) => Promise<unknown>
}

/** @throws Refusal 409 if somebody saved the section since it was read; 400 for a value that the environment sets */
export async function saveSettings(
  deps: Following & Pick<Deps, 'now'>,
  admin: SignedIn,
  saving: Saving,
): Promise<void> {
  const { config, now, secretKey } = deps
  const { section, values, saved } = saving
  await transact(deps.db, async (tx) => {
    await sql`lock table settings_saved in exclusive mode`.execute(tx)
    // Another process may have saved since this one read the settings.
    await applySettings({ db: tx, config, secretKey })
    for (const [variable, value] of Object.entries(values) as [Variable, string | null][])
      refuseFixed(config, variable, value)
    const stored = await readStored({ db: tx, secretKey })
    const changes = (Object.entries(values) as [Variable, string | null][]).filter(
      ([variable, value]) => value !== (stored.get(variable) ?? null),
    )
    const made = changes.filter(([variable]) => !config.setOnServer.has(variable))
    // The same save again changes nothing: the first reply may have been lost.
    if (saved !== undefined && made.length > 0) await refuseLate(tx, deps, saving)
    for (const [variable, value] of made) await storeText(tx, secretKey, variable, value)
    await saving.store?.(tx)
    await markSaved(tx, section, admin.email, now())
    const detail = made.map(([variable, value]) => `${WORDS[variable]}: ${shown(variable, value)}`)
    if (made.length > 0) await logEvent(tx, 'settings-changed', admin, now(), detail.join(', '))
  })
  await applySettings(deps)
  deps.mail.follow()
}

async function refuseLate(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { section, saved, read }: Saving,
) {
  const parts = { db: tx, config }
  const { savedAt } = await readOrigins(parts)
  if (saved === savedAt(section)) return
  const message = 'Somebody else saved these settings meanwhile. Look at them and save again.'
  throw new Refusal(409, message, { code: 'settings_changed', current: await read(parts) })
}

/** Refuses to change what the environment sets. The unchanged value may be sent along. */
function refuseFixed(config: Config, variable: Variable, value: string | null) {
  if (!config.setOnServer.has(variable)) return
  if (isSecret(variable) || (textOf(config, variable) ?? null) !== value)
    throw new Refusal(400, `Set on the server by ${variable}`)
}

/** The value as the environment would have it. */
export function textOf(config: Config, variable: Exclude<Variable, Secret>): string | undefined {
  const value = config[variable]
  if (value === undefined || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : 'none'
  return typeof value === 'number' ? String(value) : addressText(value)
}

export const addressText = ({ name, address }: { name: string; address: string }): string =>
  name ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : address

const shown = (variable: Variable, value: string | null) => {
  if (value === null) return 'none'
  return isSecret(variable) || variable === 'FIRM_LOGO' ? 'changed' : value
}

const storeText = (tx: Tx, secretKey: string, name: Variable, text: string | null) => {
  if (text === null) return tx.deleteFrom('settings').where('name', '=', name).execute()
  return storeRow(tx, name, isSecret(name) ? seal(secretKey, text) : text)
}

/** Notes that a mail server is set: from now on, letters in the outbox count as not sent. */
export const noteMailServer = (db: Db) =>
  db
    .insertInto('mail_server')
    .defaultValues()
    .onConflict((c) => c.doNothing())
    .execute()

export const storeRow = (db: Db | Tx, name: string, value: string) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()

export const markSaved = (db: Db | Tx, section: string, email: string, at: Date) =>
  sql`
    insert into settings_saved (section, at, admin_email) values (${section}, ${at}, ${email})
    on conflict (section) do update set at = excluded.at, admin_email = excluded.admin_email
  `.execute(db)
