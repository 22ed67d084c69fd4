import { expect, test } from 'vitest'
import { expectMailed, startImport } from './testing/crashing-product.ts'

const CLIENTS = 4000
const CRASHES = 30

test('thirty crashes in an import and its mailing lose no row and double no mail but those in flight', {
  timeout: 900_000,
}, async () => {
  const { sink, until, crash } = await startImport(CLIENTS)
  for (let n = 1; n <= CRASHES; n++) {
    const part = (2 * CLIENTS * n) / (CRASHES + 1)
    await until(({ created }) => created + sink.received.length >= part)
    await crash()
  }
  const { created, updated, refused } = await until(
    ({ bulkUpdate }) => bulkUpdate?.emailsSent === CLIENTS,
  )
  expect({ created, updated, refused }).toEqual({ created: CLIENTS, updated: 0, refused: 0 })
  expectMailed(sink, CLIENTS, CRASHES)
})
