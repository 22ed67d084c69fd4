import { parsePhone } from '@attest/contract/parse-phone'
import { getSettings, type Setting, type Settings, saveFirm } from '@attest/contract/settings'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { NO_FIRM_NAME } from './config.ts'
import type { Db, Tx } from './db/schema.ts'
import { isConnectionLost, transact } from './db/transact.ts'
import type { Deps } from './deps.ts'
import { Refusal, refuseField } from './http/errors.ts'
import { mount } from './http/mount.ts'
import type { SignedIn } from './http/signed-in.ts'
import { logEvent } from './identity/security-log/log-event.ts'

/** The settings of a section, by the variable of the environment that sets each. */
const FIRM = { name: 'FIRM_NAME', phone: 'FIRM_PHONE' } as const

const WORDS = { FIRM_NAME: 'firm’s name', FIRM_PHONE: 'firm’s phone' }

const DEFAULTS = { FIRM_NAME: NO_FIRM_NAME, FIRM_PHONE: undefined }
type Variable = keyof typeof DEFAULTS

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getSettings, () => readSettings(deps))
  mount(app, saveFirm, async ({ body, admin }) => {
    const { name, phone, saved } = body
    if (phone && !parsePhone(phone)) refuseField('phone', `“${phone}” is not a phone number`)
    const values = {
      ...(name !== undefined && { FIRM_NAME: name }),
      ...(phone !== undefined && { FIRM_PHONE: phone }),
    }
    await save(deps, admin, { section: 'firm', values, saved })
    await applySettings(deps)
    return readSettings(deps)
  })
}

/** The environment wins. Who holds the configuration sees the change, since it is the same object. */
export async function applySettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const stored = await readStored(db)
  for (const variable of Object.keys(DEFAULTS) as Variable[])
    if (!config.setOnServer.has(variable))
      Object.assign(config, { [variable]: stored.get(variable) ?? DEFAULTS[variable] })
}

/** For what other processes save. It reads again soon if the database is away. */
export const followSettings = (deps: Deps) =>
  applySettings(deps).catch((error) => {
    if (!isConnectionLost(error)) throw error
  })

async function readStored(db: Db) {
  const rows = await db.selectFrom('settings').selectAll().execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

async function readSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Settings> {
  const [stored, saved] = await Promise.all([readStored(db), findSaved(db, 'firm')])
  const settingOf = (variable: Variable): Setting => {
    const isSet = config.setOnServer.has(variable)
    const setBy = isSet ? 'server' : stored.has(variable) ? 'office' : 'default'
    return { value: config[variable] ?? null, setBy, variable }
  }
  const firm = { name: settingOf(FIRM.name), phone: settingOf(FIRM.phone) }
  return { firm, saved: { firm: saved } }
}

async function findSaved(db: Db, section: string): Promise<string | null> {
  const row = await db
    .selectFrom('settings_saved')
    .select('at')
    .where('section', '=', section)
    .executeTakeFirst()
  return row?.at ?? null
}

interface Saving {
  section: string
  values: { [V in Variable]?: string | null }
  saved: z.output<(typeof saveFirm)['body']>['saved']
}

/** @throws Refusal 409 if somebody saved the section since it was read; 400 for a value that the environment sets */
async function save(deps: Deps, admin: SignedIn, { section, values, saved }: Saving) {
  const { db, config, now } = deps
  await transact(db, async (tx) => {
    await sql`lock table settings_saved in exclusive mode`.execute(tx)
    // Another process may have saved since this one looked.
    await applySettings({ db: tx, config })
    if (saved !== undefined && saved !== (await findSaved(tx, section))) {
      const message = 'Somebody else saved these settings meanwhile. Look at them and save again.'
      const current = await readSettings({ db: tx, config })
      throw new Refusal(409, message, { code: 'settings_changed', current })
    }
    const changes = Object.entries(values).filter(
      ([variable, value]) => (config[variable as Variable] ?? null) !== value,
    ) as [Variable, string | null][]
    const fixed = changes.find(([variable]) => config.setOnServer.has(variable))
    if (fixed) throw new Refusal(400, `Set on the server by ${fixed[0]}`)
    for (const [variable, value] of changes) await store(tx, variable, value)
    await sql`
      insert into settings_saved (section, at, admin_email) values (${section}, ${now()}, ${admin.email})
      on conflict (section) do update set at = excluded.at, admin_email = excluded.admin_email
    `.execute(tx)
    const detail = changes.map(([variable, value]) => `${WORDS[variable]}: ${value ?? 'none'}`)
    if (changes.length > 0) await logEvent(tx, 'settings-changed', admin, now(), detail.join(', '))
  })
}

const store = (tx: Tx, name: Variable, value: string | null) =>
  value === null
    ? tx.deleteFrom('settings').where('name', '=', name).execute()
    : tx
        .insertInto('settings')
        .values({ name, value })
        .onConflict((c) => c.column('name').doUpdateSet({ value }))
        .execute()
