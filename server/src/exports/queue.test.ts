// @module-tag heavy
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** Fills more than sockets and compression hold, so an unread export stays unfinished. For a field without search. */
const MUCH = randomBytes(8 * 1024 * 1024).toString('base64')

const XLSX = '/api/admin/export?format=xlsx'

async function startWithMuch() {
  const app = await startTestApp()
  await aClient(app.deps, { language: MUCH })
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const answered: string[] = []
  const ask = (name: string, path = '/api/admin/export?format=csv', token = app.token) => {
    const request = get(origin + path, { agent: false, headers: bearer(token).headers })
    onTestFinished(() => void request.destroy())
    request.on('error', () => {})
    request.once('response', () => answered.push(name))
    return request
  }
  return { ...app, ask, answered }
}

const response = async (request: ClientRequest): Promise<IncomingMessage> =>
  (await once(request, 'response'))[0]

test('delays a third CSV export until one of two callers leaves', async () => {
  const { deps, ask, answered } = await startWithMuch()
  const first = ask('first')
  await response(first)
  await response(ask('second'))
  const third = ask('third')
  await expect.poll(() => deps.exportSlots.csv.waiting).toBe(1)
  expect(answered).toEqual(['first', 'second'])
  first.destroy()
  await response(third)
  expect(answered).toEqual(['first', 'second', 'third'])
})

test('queues an export of messages with the others', async () => {
  const { deps, ask, answered, api } = await startWithMuch()
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const [{ id }] = (await api.get('/api/admin/mailings')).body.mailings
  const first = ask('first')
  await response(first)
  await response(ask('second'))
  const messages = ask('messages', `/api/admin/mailings/${id}/export`)
  await expect.poll(() => deps.exportSlots.csv.waiting).toBe(1)
  expect(answered).toEqual(['first', 'second'])
  first.destroy()
  expect(await text(await response(messages))).toContain('Client Number')
})

test('exports nothing for a caller who leaves, and blocks nobody', async () => {
  const { deps, ask, answered, api } = await startWithMuch()
  const release = await deps.exportSlots.csv.acquire()
  await deps.exportSlots.csv.acquire()
  const leaving = ask('leaving')
  await expect.poll(() => deps.exportSlots.csv.waiting).toBe(1)
  leaving.destroy()
  await expect.poll(() => deps.exportSlots.csv.waiting).toBe(0)
  const staying = ask('staying')
  release()
  await response(staying)
  expect(answered).toEqual(['staying'])
  const { body } = await api.get('/api/security-log?event=clients-exported')
  expect(body.total).toBe(1)
})

test('refuses the export of a session that ends in the queue', async () => {
  const app = await startTestApp()
  const release = await app.deps.exportSlots.csv.acquire()
  await app.deps.exportSlots.csv.acquire()
  const leaving = bearer(await logIn(app))
  const answer = app.send('GET', '/api/admin/export?format=csv', leaving)
  await expect.poll(() => app.deps.exportSlots.csv.waiting).toBe(1)
  await app.send('POST', '/api/auth/logout', leaving)
  release()
  expect((await answer).status).toBe(401)
})

test('frees a slot once its export was sent', async () => {
  const { api } = await startTestApp()
  for (let n = 0; n < 3; n++) {
    expect((await api.get('/api/admin/export?format=csv')).status).toBe(200)
  }
})

test('ends the connection of a reader who stops, and frees the slot', async () => {
  const { app, deps, ask, answered } = await startWithMuch()
  const sockets: Socket[] = []
  app.server.on('connection', (socket) => sockets.push(socket))
  await response(ask('first'))
  await response(ask('second'))
  const third = ask('third')
  await expect.poll(() => deps.exportSlots.csv.waiting).toBe(1)
  expect(sockets[0]?.timeout).toBe(15_000)
  sockets[0]?.emit('timeout')
  await response(third)
  expect(answered).toEqual(['first', 'second', 'third'])
})

test('reads a workbook’s rows at the pace of its reader', async () => {
  const { ask, deps } = await startWithMuch()
  // Of the pages of 1000 clients, one is sent and one is read ahead.
  await sql`
    insert into clients (client_number, first_name, last_name, email, phone_number, address, city, state,
      zip_code, group_template, last_updated, created_at, mail_to)
    select n, 'Ida', 'Lee', 'ida@example.com', '617', '1 Elm Street', 'Boston', 'MA', '02134',
      'GeneralClients', now(), now(), 'ida@example.com'
    from generate_series(1, 2500) n
  `.execute(deps.db)
  const answer = await response(ask('slow', XLSX))
  await sql`update clients set first_name = 'Later' where client_number = '2500'`.execute(deps.db)
  const { Sheets } = read(await buffer(answer))
  const rows = utils.sheet_to_json<string[]>(Sheets.Clients!, { header: 1 })
  expect(rows).toHaveLength(2502)
  expect(rows.at(-1)?.[1]).toBe('Later')
})
