import { expect, test } from 'vitest'
import { expectMailed, startImport } from '../../testing/crashing-product.ts'

const CLIENTS = 3000
const CRASHES = 10

test('ten kills of product and database lose no acknowledged row', {
  timeout: 900_000,
}, async () => {
  const { sink, until, crash } = await startImport(CLIENTS, { ownDatabase: true })
  for (let n = 1; n <= CRASHES; n++) {
    const part = (2 * CLIENTS * n) / (CRASHES + 1)
    const acknowledged = await until(({ created }) => created + sink.received.length >= part)
    await crash()
    const found = await until(() => true)
    expect(found.created).toBeGreaterThanOrEqual(acknowledged.created)
    const sent = acknowledged.bulkUpdate?.emailsSent ?? 0
    expect(found.bulkUpdate?.emailsSent ?? 0).toBeGreaterThanOrEqual(sent)
  }
  const { created, updated, rejected } = await until(
    ({ bulkUpdate }) => bulkUpdate?.emailsSent === CLIENTS,
  )
  expect({ created, updated, rejected }).toEqual({ created: CLIENTS, updated: 0, rejected: 0 })
  expectMailed(sink, CLIENTS, CRASHES)
})
