import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { addClients, begin, mailing, startWithSmtp } from '../../../testing/start-with-smtp.ts'
import { transact } from '../db/transact.ts'
import { DAY_MS, HOUR_MS } from '../local-time.ts'
import { makeMailing } from './make-mailing.ts'
import { lastMailingAt } from './queries.ts'

test.each([
  [['accepted', 'canceled'], true],
  [['canceled', 'failed'], true],
  [['queued', 'canceled'], true],
  [['canceled', 'sending'], true],
  [['canceled', 'canceled'], false],
  [[], false],
] as const)('whether a mailing with messages %j is one: %s', async (states, counts) => {
  const { deps } = await startTestApp()
  await deps.sender.stop()
  const ids: number[] = []
  for (const _ of states) ids.push((await aClient(deps)).id)
  const author = { adminEmail: 'ada@example.com', at: deps.now().toISOString() }
  const selection = { ids }
  const { id } = await transact(deps.db, (tx) =>
    makeMailing(tx, deps.config, { kind: 'bulk', selection, author }),
  )
  for (const [n, state] of states.entries()) {
    await deps.db
      .updateTable('messages')
      .set({ state })
      .where('mailing_id', '=', id)
      .where('client_id', '=', ids[n]!)
      .execute()
  }
  expect(await lastMailingAt(deps.db)).toBe(counts ? author.at : null)
})

test('reports a mailing to many that nobody has opened in a day', async () => {
  const app = await startWithSmtp()
  await addClients(app, 50)
  // The letters leave a day after the mailing is made.
  await app.deps.sender.stop()
  await begin(app)
  await app.pass(DAY_MS)
  app.deps.sender.start()
  await expect.poll(() => mailing(app), { timeout: 30_000 }).toMatchObject({ emailsSent: 50 })
  const fault = async () => (await app.api.get('/api/admin/stats')).body.mail.lastMailing
  await app.pass(DAY_MS - HOUR_MS)
  expect(await fault()).toBeNull()
  await app.pass(2 * HOUR_MS)
  expect(await fault()).toMatch(/^In a day, nobody has opened a link/)
  await app.pass(30 * DAY_MS)
  expect(await fault()).toBeNull()
  await app.pass(-30 * DAY_MS)
  expect(await fault()).not.toBeNull()
  const [, token] = /\/verify\/([\w-]+)/.exec(app.sink.received[0]!.mail.text!)!
  await app.send('POST', `/api/verify/${token}/opened`, { headers: { authorization: '' } })
  expect(await fault()).toBeNull()
})
