// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const MANY = 40
const many = () => csv(...Array.from({ length: MANY }, (_, n) => row(String(n))))

test('answers at once and shows the state until the end', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const headers = { prefer: 'respond-async' }
  const { status, body } = await importFile(app, many(), { importId }, headers)
  expect({ status, body }).toEqual({ status: 202, body: { importId } })
  await expect
    .poll(async () => (await app.api.get(`/api/admin/imports/${importId}`)).body)
    .toMatchObject({
      state: 'completed',
      progress: 100,
      created: MANY,
      bulkUpdate: { emailsSent: MANY },
    })
})

test('reports sheets and columns that were not read', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const file = new File([`${HEADERS},Remarks\n${row('1')},"late, often"`], 'clients.csv')
  await importFile(app, file, { importId, ...quietly })
  const { body } = await app.api.get(`/api/admin/imports/${importId}`)
  expect(body).toMatchObject({ created: 1, notRead: { sheets: [], headers: ['Remarks'] } })
})

test('accepts an import id in upper case in every call', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const upper = importId.toUpperCase()
  const { body } = await importFile(app, csv(row('1'), row('2')), { ...quietly, importId: upper })
  expect(body).toMatchObject({ created: 2 })
  await expect.poll(() => readdir(path.join(app.config.DATA_DIR, 'uploads'))).toEqual([])
  const read = await app.api.get(`/api/admin/imports/${upper}`)
  expect(read.body).toMatchObject({ importId, state: 'completed', created: 2 })
  const stream = await app.send('GET', `/api/admin/import-progress/${upper}`)
  expect(String(stream.body)).toContain('"completed":true')
  const again = await importFile(app, csv(row('3')), { ...quietly, importId })
  expect(again.body).toMatchObject({ created: 2 })
})

test('ends the progress stream with the completed event', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  const stream = app.send('GET', `/api/admin/import-progress/${importId}`)
  await importFile(app, many(), { importId })
  const { body, headers } = await stream
  expect(headers['content-type']).toContain('text/event-stream')
  const events = String(body)
    .trim()
    .split('\n\n')
    .map((line) => JSON.parse(line.replace('data: ', '')))
  expect(events[0]).toEqual({ type: 'progress', progress: 0, completed: false })
  expect(events.at(-1)).toEqual({ type: 'progress', progress: 100, completed: true })
  const values = events.map(({ progress }) => progress)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
})

test('reports the end of the progress stream when the database fails', async () => {
  const app = await startTestApp()
  const stream = app.send('GET', `/api/admin/import-progress/${randomUUID()}`)
  await sleep(500)
  await sql`alter table imports rename to lost`.execute(app.deps.db)
  expect(String((await stream).body)).toContain('Progress updates are not available.')
  await sql`alter table lost rename to imports`.execute(app.deps.db)
  expect(app.logged.splice(0).join()).toContain('the progress of an import cannot be read')
})

test('ends the progress stream after a sign-out', async () => {
  const app = await startTestApp()
  const leaving = bearer(await logIn(app))
  // The import's file has not arrived yet.
  const stream = app.send('GET', `/api/admin/import-progress/${randomUUID()}`, leaving)
  await sleep(500)
  await app.send('POST', '/api/auth/logout', leaving)
  expect(String((await stream).body).match(/data:/g)).toHaveLength(1)
})
