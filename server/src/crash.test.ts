// @module-tag heavy
import { expect, test } from 'vitest'
import { expectMailed, startImport } from '../../testing/crashing-product.ts'

const CLIENTS = 1200

test('crashes during an import and a mailing lose no row', {
  timeout: 180_000,
}, async () => {
  const { sink, until, crash } = await startImport(CLIENTS)
  const acknowledged = await until(({ created }) => created > 0)
  expect(acknowledged.state).toBe('running')
  await crash()
  const found = await until(({ created }) => created > 0)
  expect(found.created).toBeGreaterThanOrEqual(acknowledged.created)
  const inserted = await until(({ state }) => state !== 'running')
  expect(inserted).toMatchObject({ created: CLIENTS, updated: 0, unchanged: 0, rejected: 0 })

  await until(() => sink.received.length > CLIENTS / 4)
  expect(sink.received.length).toBeLessThan(CLIENTS)
  await crash()
  await until(({ bulkUpdate }) => bulkUpdate?.emailsSent === CLIENTS)
  expectMailed(sink, CLIENTS, 1)
})
