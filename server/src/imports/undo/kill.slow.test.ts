import { expect, test } from 'vitest'
import { startImport } from '../../../../testing/crashing-product.ts'

const CLIENTS = 8000

test('kills of product and database leave no client half undone', {
  timeout: 300_000,
}, async () => {
  const product = await startImport(CLIENTS, { ownDatabase: true, send: false })
  await product.until(({ state }) => state === 'completed')
  expect((await product.undo()).status).toBe(200)
  for (const part of [1000, 3000, 5000]) {
    const seen = await product.until(({ undo_done }) => undo_done >= part)
    await product.crash()
    const found = await product.until(() => true)
    expect(found.undo_removed).toBeGreaterThanOrEqual(seen.undo_removed)
    expect(await product.clients()).toBe(CLIENTS - found.undo_removed)
  }
  const undone = await product.until(({ state }) => state === 'undone')
  expect(undone).toMatchObject({ undo_removed: CLIENTS, undo_kept: 0, undo_done: CLIENTS })
  expect(await product.clients()).toBe(0)
})
