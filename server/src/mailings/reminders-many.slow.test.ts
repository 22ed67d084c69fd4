import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAskedRound, outcomes, passUntilDue } from '../../../testing/a-round.ts'
import { sendDueReminder } from './reminders.ts'

const CLIENTS = 20_000
const MINUTE_MS = 60_000

test('queues a reminder to 20,000 clients at once and within a minute', {
  timeout: 5 * MINUTE_MS,
}, async () => {
  const app = await anAskedRound(CLIENTS, { MAIL_RATE: '1' })
  await passUntilDue(app)
  const [{ at: due }] = (await app.round()).reminders
  await Promise.all([1, 2, 3].map(() => sendDueReminder(app.deps)))
  expect(app.deps.now().getTime() - Date.parse(due)).toBeLessThan(MINUTE_MS)
  expect(await outcomes(app)).toEqual(['sent', 'planned', 'planned'])
  const { rows } = await sql`
    select count(*)::int as messages, count(distinct client_id)::int as clients, count(distinct mailing_id)::int as mailings
    from messages join mailings on mailings.id = mailing_id where kind = 'reminder'
  `.execute(app.deps.db)
  expect(rows).toEqual([{ messages: CLIENTS, clients: CLIENTS, mailings: 1 }])
  expect((await app.round()).coverage.reasons.queued).toBeGreaterThan(CLIENTS - 100)
})
