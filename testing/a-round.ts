import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '../server/src/db/schema.ts'
import { sendDueReminder } from '../server/src/mailings/reminders.ts'
import { aClient, aLink, clientInput } from './make.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

export const ROUND = '/api/admin/rounds/1'
export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS
export const DAILY = { hour: 9, weekdays: [1, 2, 3, 4, 5, 6, 7] }
const { client_number: _, group_template: __, ...details } = clientInput()

type SinkOptions = Parameters<typeof openSmtpSink>[0]

const refuseGone = (to: string) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined)

/** A round of clients with these names at example.com, whose first letter was just sent. */
export async function aRound(names: string[], settings = {}, options: SinkOptions = {}) {
  const sink = await openSmtpSink({ refuse: refuseGone, ...options })
  onTestFinished(() => sink.close())
  // Switches receipts off, as the tests count the round's own emails.
  const app = await startTestApp({
    SMTP_URL: sink.url,
    FIRM_PHONE: '617-555-0100',
    CHANGE_RECEIPTS: 'off',
    ...settings,
  })
  const clients = []
  for (const name of names) clients.push(await aClient(app.deps, { email: `${name}@example.com` }))
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  sink.received.length = 0
  const round = async () => (await app.api.get(ROUND)).body
  return { ...app, sink, clients, round }
}

/** A round of `count` clients. Its ledger says that they were asked, but no email was sent. */
export async function anAskedRound(count: number, settings = {}) {
  const app = await aRound([], settings)
  await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
  await insertAsked(app.deps.bulkDb, count, app.deps.now().toISOString())
  return app
}

/** Inserts `count` clients that round 1 has asked, by the ledger. No email was sent. */
export async function insertAsked(db: Db, count: number, at: string): Promise<void> {
  const statements = [
    sql`insert into clients (first_name, last_name, email, phone_number, client_number, address, city, state, zip_code,
        group_template, last_updated, created_at, mail_to)
      select 'Ann', 'Lee', 'c' || n || '@example.com', '617-555-0140', n, n || ' Elm St', 'Boston', 'MA', '02134',
        'GeneralClients', ${at}, ${at}, 'c' || n || '@example.com' from generate_series(1, ${count}::int) n`,
    sql`insert into mailings (kind, admin_email, created_at, round_id) values ('bulk', 'admin@example.com', ${at}, 1)`,
    sql`insert into messages (mailing_id, client_id, email, state, next_attempt_at, message_id, template_id, settled_at)
      select currval(pg_get_serial_sequence('mailings', 'id')), id, email, 'accepted', ${at}, id, group_template, ${at} from clients order by id`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** Marks the data as a restored copy, which sends nothing until Resume. */
export const asRestored = ({ deps }: Pick<TestApp, 'deps'>) => {
  const at = deps.now().toISOString()
  const copy = { restored_at: at, backup_made_at: at, emails_canceled: 0 }
  return deps.db.insertInto('restored_copy').values(copy).execute()
}

export type Round = Awaited<ReturnType<typeof aRound>>

/** Sets the clock to a second after the next planned reminder. */
export async function passUntilDue(app: Pick<Round, 'pass' | 'deps' | 'round'>) {
  const { reminders } = await app.round()
  const next = reminders.find(({ outcome }: { outcome: string }) => outcome === 'planned')
  await app.pass(Date.parse(next.at) - app.deps.now().getTime() + 1000)
}

export async function passToNext(app: Pick<Round, 'pass' | 'deps' | 'round' | 'api'>) {
  await passUntilDue(app)
  await remindNow(app)
}

/** Polls once for a due reminder and waits for its emails. */
export async function remindNow(app: Pick<TestApp, 'deps'>) {
  await sendDueReminder(app.deps)
  await untilSent(app)
}

/** Waits until no email of any mailing waits. */
export const untilSent = ({ deps }: Pick<TestApp, 'deps'>) =>
  expect.poll(() => countQueued(deps.db)).toBe(0)

async function countQueued(db: TestApp['deps']['db']) {
  const queued = db.selectFrom('messages').select('id').where('state', 'in', ['queued', 'sending'])
  return (await queued.execute()).length
}

/** Returns the names of clients who were emailed since the last call. */
export const mailed = ({ sink }: Pick<Round, 'sink'>) =>
  sink.received
    .splice(0)
    .map(({ to }) => to.replace('@example.com', ''))
    .sort()

export const outcomes = async ({ round }: Pick<Round, 'round'>): Promise<string[]> =>
  (await round()).reminders.map(({ outcome }: { outcome: string }) => outcome)

export async function answer(
  app: Pick<Round, 'deps' | 'clients' | 'api'>,
  n: number,
  over: object = {},
) {
  const { id, email } = app.clients[n]!
  const token = await aLink(app.deps, { id, email })
  await app.api.post(`/api/verify/${token}`, { ...details, email, action: 'confirm', ...over })
}
