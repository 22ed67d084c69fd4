import { expect, test } from 'vitest'
import { insertNotes, newestFirst, notesIn } from '../../../../testing/long-story.ts'
import { aClient } from '../../../../testing/make.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

const MOST_BYTES = 150 * 1024 * 1024

test('writes 10,000 entries in bounded memory', async () => {
  const { app, deps, token } = await startTestApp()
  const { id } = await aClient(deps)
  await insertNotes({ deps }, id, 10_000)
  const before = process.memoryUsage().heapUsed
  const reply = await app.inject({
    url: `/api/admin/users/${id}/record`,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const chunks: Buffer[] = []
  let most = 0
  for await (const chunk of reply.stream()) {
    chunks.push(chunk)
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  expect(notesIn(Buffer.concat(chunks))).toEqual(newestFirst(10_000))
  expect(most - before).toBeLessThan(MOST_BYTES)
}, 120_000)
