import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addClients, begin, mailing, startWithSmtp } from '../testing/mail-on-bad-days.ts'
import { byRecipient } from '../testing/mass-mailing.ts'
import type { TestApp } from '../testing/start-test-app.ts'

const states = ({ deps }: Pick<TestApp, 'deps'>) =>
  sql<{ state: string; count: number }>`
    select state, count(*)::int as count from messages group by state`.execute(deps.db)

test('who stops in the middle of a mailing leaves nothing taken up, and a start sends the rest', async () => {
  const app = await startWithSmtp({ slow: 20 })
  await addClients(app, 400)
  await begin(app)
  // After more than a second so much is taken up ahead that the last lanes would find room for more.
  await expect.poll(() => app.sink.received.length, { timeout: 20_000 }).toBeGreaterThan(250)
  await app.deps.sender.stop()
  const { rows } = await states(app)
  expect(rows.map(({ state }) => state).sort()).toEqual(['accepted', 'queued'])
  expect(app.sink.received).toHaveLength(rows.find(({ state }) => state === 'accepted')!.count)

  await app.deps.sender.start({ alone: true })
  await expect
    .poll(() => mailing(app), { timeout: 20_000 })
    .toMatchObject({ emailsSent: 400, emailsWaiting: 0, emailsInDoubt: 0 })
  expect(app.sink.received).toHaveLength(400)
  expect(byRecipient(app.sink.received).size).toBe(400)
})
