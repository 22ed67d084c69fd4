import { expect, test } from 'vitest'
import { startImport } from '../../../../testing/crashing-product.ts'

/** Four of its batches. */
const CLIENTS = 4000

test('leaves no client half undone after kills of product and database', {
  timeout: 300_000,
}, async () => {
  const product = await startImport(CLIENTS, { ownDatabase: true, send: false })
  await product.until(({ state }) => state === 'completed')
  expect((await product.undo()).status).toBe(200)
  for (const part of [1000, 2000, 3000]) {
    const seen = await product.until(({ undo_done }) => undo_done >= part)
    await product.crash()
    const found = await product.until(() => true)
    expect(found.undo_removed).toBeGreaterThanOrEqual(seen.undo_removed)
    // The undo continues meanwhile, so the count is valid only between two equal figures.
    const halfUndone = async () => {
      const before = await product.until(() => true)
      const clients = await product.clients()
      const after = await product.until(() => true)
      if (after.undo_removed !== before.undo_removed) return 'it goes on'
      return clients + after.undo_removed - CLIENTS
    }
    await expect.poll(halfUndone).toBe(0)
  }
  const undone = await product.until(({ state }) => state === 'undone')
  expect(undone).toMatchObject({ undo_removed: CLIENTS, undo_kept: 0, undo_done: CLIENTS })
  expect(await product.clients()).toBe(0)
})
