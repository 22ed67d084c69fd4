// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'

const LIVE = '/api/admin/events'

/** Delays the database's answer to a call while `meanwhile` runs. */
async function askHeldUp(
  { app, deps, token }: TestApp,
  path: string,
  meanwhile: (left: AbortController) => void,
): Promise<void> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const left = new AbortController()
  onTestFinished(() => left.abort())
  await transact(deps.db, async (tx) => {
    await sql`lock table mailings`.execute(tx)
    const headers = { authorization: `Bearer ${token}` }
    const arrived = new Promise((resolve) => app.server.once('request', resolve))
    fetch(url + path, { headers, signal: left.signal })
      .then((answer) => answer.text())
      .catch(() => {})
    await arrived
    await awaitBlocked(tx)
    meanwhile(left)
    await sleep(200)
  })
}

test('polls nothing for a reader who left before the stream starts', async () => {
  const app = await startTestApp()
  const looked = vi.spyOn(app.deps.sender, 'problem', 'get').mockReturnValue(null)
  await askHeldUp(app, LIVE, (left) => left.abort())
  await expect.poll(() => looked.mock.calls.length).toBe(1)
  await sleep(2500)
  expect(looked).toHaveBeenCalledTimes(1)
})

test.each([
  ['ends a stream at once that opens while the server stops', LIVE],
  ['ends a kept connection with the reply to its last call', '/api/admin/mailings'],
])('%s', async (_, path) => {
  const app = await startTestApp()
  let closed: Promise<void> | undefined
  const close = () => {
    closed = app.app.close()
  }
  await askHeldUp(app, path, close)
  const began = performance.now()
  await closed
  expect(performance.now() - began).toBeLessThan(5000)
})
