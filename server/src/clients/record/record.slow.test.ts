import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { insertNotes, newestFirst, notesIn } from '../../../../testing/long-story.ts'
import { aClient } from '../../../../testing/make.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

const MOST_BYTES = 60 * 1024 * 1024
const CHUNKS = 50

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Collects garbage first, so that only live objects count. */
function heldBytes() {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('writes 10,000 entries in bounded memory', async () => {
  const { app, deps, token } = await startTestApp()
  const { id } = await aClient(deps)
  await insertNotes({ deps }, id, 10_000)
  const before = heldBytes()
  const reply = await app.inject({
    url: `/api/admin/users/${id}/record`,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const chunks: Buffer[] = []
  let most = 0
  for await (const chunk of reply.stream()) {
    chunks.push(chunk)
    if (chunks.length % CHUNKS === 0) most = Math.max(most, heldBytes())
  }
  expect(notesIn(Buffer.concat(chunks))).toEqual(newestFirst(10_000))
  expect(most).toBeGreaterThan(0)
  expect(most - before).toBeLessThan(MOST_BYTES)
}, 120_000)
