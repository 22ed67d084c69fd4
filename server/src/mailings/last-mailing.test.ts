import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
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
