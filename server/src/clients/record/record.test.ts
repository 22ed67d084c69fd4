import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, aRound, HOUR_MS, untilSent } from '../../../../testing/a-round.ts'
import { deleteForGood } from '../../../../testing/delete-for-good.ts'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { insertNotes, newestFirst, notesIn } from '../../../../testing/long-story.ts'
import { aClient, aLink } from '../../../../testing/make.ts'
import { pdfLines } from '../../../../testing/pdf-lines.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { sealNewRows } from '../../evidence/seals.ts'
import { unzip } from '../../imports/sheet/unzip.ts'

const users = '/api/admin/users'

async function fetchRecord({ app, token }: TestApp, id: number, format: string) {
  const url = `${users}/${id}/record?format=${format}`
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toBe(`attachment; filename=record-${id}.${format}`)
  return reply.rawPayload
}

const linesOf = async (app: TestApp, id: number) => pdfLines(await fetchRecord(app, id, 'pdf'))
const textsOf = async (app: TestApp, id: number) => (await linesOf(app, id)).map(({ text }) => text)

async function zipOf(app: TestApp, id: number) {
  const bytes = await fetchRecord(app, id, 'zip')
  const parts = new Map(unzip(bytes).map(({ name, unpack }) => [name, unpack()]))
  return { bytes, parts, record: JSON.parse(parts.get('record.json')!.toString()) }
}

test('names the source of each value', async () => {
  const app = await startTestApp({ FIRM_NAME: 'Harrow & Finch' })
  await importFile(app, csv(row('1'), row('7', { city: 'Lynn' })), quietly)
  const { users: all } = (await app.api.get(`${users}?search=7`)).body
  const id = all.find((client: { client_number: string }) => client.client_number === '7').id
  await app.api.put(`${users}/${id}`, { alt_number: '617-555-0199' })
  await app.api.post(`${users}/${id}/answers`, { via: 'phone', city: 'Salem', note: 'Her son' })
  const lines = await textsOf(app, id)
  const below = (label: string) => lines.slice(lines.indexOf(label) + 1).slice(0, 2)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Harrow & Finch',
      'Record of Ann Lee',
      'Client number 7. In the list of clients.',
    ]),
  )
  const source = (end: string) =>
    expect.stringMatching(new RegExp(`^[\\d-]{10} [\\d:]{5}, ${end}$`))
  expect(below('Zip Code')).toEqual([
    '02134',
    source('import of clients\\.csv, row 3 by admin@example\\.com'),
  ])
  expect(below('Alternate Phone')).toEqual([
    '(617) 555-0199',
    source('office by admin@example\\.com'),
  ])
  expect(below('City')).toEqual([
    'Salem',
    source('updated by phone, recorded by admin@example\\.com'),
  ])
})

test('shows what the office did about an answer', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await app.api.post(`${users}/${id}/answers`, { via: 'phone', city: 'Salem' })
  const items = [{ clientId: id, answerIds: [1], setBack: ['city'], note: 'He was wrong' }]
  await app.api.post('/api/admin/reviews', { items })
  const texts = (await textsOf(app, id)).join('\n')
  expect(texts).toContain('Set back by admin@example.com\nFields: City\nNote: He was wrong')
})

test('numbers its pages and shows the firm’s logo', async () => {
  const app = await startTestApp({ FIRM_LOGO: 'e2e/logo.png' })
  const { id } = await aClient(app.deps)
  for (let n = 0; n < 60; n++) await app.api.post(`${users}/${id}/notes`, { text: `Note ${n}.` })
  const bytes = await fetchRecord(app, id, 'pdf')
  const lines = pdfLines(bytes)
  const pages = lines.at(-1)!.page
  expect(pages).toBeGreaterThan(2)
  const texts = lines.map(({ text }) => text)
  const numbers = texts.flatMap((text, n) => (/^Page /.test(text) ? [text + texts[n + 1]] : []))
  expect(numbers).toEqual(Array.from({ length: pages }, (_, n) => `Page ${n + 1} of ${pages}`))
  expect(bytes.toString('latin1')).toContain('/Subtype /Image')
})

test('omits a damaged logo', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  const bytes = await readFile('e2e/logo.png')
  const damaged = Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(40), bytes.subarray(100)])
  app.config.logo = { hash: 'x', type: 'image/png', fileName: 'logo.png', bytes: damaged }
  expect((await fetchRecord(app, id, 'pdf')).toString('latin1')).not.toContain('/Subtype /Image')
})

test('tells the story with the wording of letters and answers', async () => {
  const app = await aRound(['ann'])
  const { id } = app.clients[0]!
  await untilSent(app)
  await answer(app, 0)
  await app.api.post(`${users}/${id}/notes`, { text: '=1+1 <b>bold</b>\u0007' })
  const lines = await textsOf(app, id)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Confirmed by link',
      'Email: bulk by admin@example.com',
      'Email: ann@example.com',
      'State: accepted',
      'Template version: 1',
      'Note by admin@example.com',
      'Text: =1+1 <b>bold</b>(not printable here)',
      'General Clients, version 1 (GeneralClients)',
      'Dear {{first_name}} {{last_name}},',
      'Hola, {{first_name}} {{last_name}}:',
    ]),
  )
  expect(lines.slice(lines.indexOf('Confirmed by link'))).toEqual(
    expect.arrayContaining(['City: Boston', "Last Name: O'Brien", 'Zip Code: 02134']),
  )
})

test('says which seal covers the newest records', async () => {
  const app = await aRound(['ann'])
  const { id } = app.clients[0]!
  await untilSent(app)
  await answer(app, 0)
  const heading = async () =>
    (await textsOf(app, id)).filter((text) => /seal/i.test(text)).slice(0, 2)
  expect((await heading())[0]).toMatch(/^Records under seal: 0\. Not sealed yet: \d\.$/)
  await app.pass(2 * HOUR_MS)
  await sealNewRows(app.deps)
  const [covered, hash] = await heading()
  const seals = await app.deps.db.selectFrom('seals').selectAll().orderBy('seq').execute()
  expect(covered).toMatch(
    /^Records under seal: 3, the newest by seal \d of .*\. Not sealed yet: 0\.$/,
  )
  expect(seals.map((seal) => `SHA-256 of the seal: ${seal.hash}`)).toContain(hash)
  await app.api.put(`${users}/${id}`, { city: 'Lynn' })
  expect((await heading())[0]).toContain('Not sealed yet: 1.')
})

test('puts the client’s files and all data into the zip, but no link', async () => {
  const app = await startTestApp()
  const { id, email } = await aClient(app.deps)
  const token = await aLink(app.deps, { id, email })
  const quoted = `She was sent https://attest.test/verify/${token}?lang=es. Not /not-me/${token}`
  await app.api.post(`${users}/${id}/notes`, { text: quoted })
  await app.api.post(`/api/verify/${token}/opened`, {})
  const names = ['deed.txt', '..', 'a:b*?.txt', `${'長'.repeat(80)}.txt`]
  for (const name of names) {
    const form = new File([`Text of ${name}`], name.endsWith('txt') ? name : 'x.txt')
    await app.api.upload(`${users}/${id}/attachments`, {}, form)
  }
  await sql`update attachments set original_name = '../../etc' where original_name = 'x.txt'`.execute(
    app.deps.db,
  )
  const { bytes, parts, record } = await zipOf(app, id)
  expect([...parts.keys()]).toEqual([
    `files/4 ${'長'.repeat(56)}.txt`,
    'files/3 a_b__.txt',
    'files/2 .._.._etc',
    'files/1 deed.txt',
    'record.pdf',
    'record.json',
  ])
  expect(parts.get('files/1 deed.txt')!.toString()).toBe('Text of deed.txt')
  expect(record.files[3]).toMatchObject({ original_name: 'deed.txt', missing: false })
  expect(record.files[3]).not.toHaveProperty('key')
  expect(record.timeline.map(({ type }: { type: string }) => type).sort()).toEqual([
    ...['change', 'change', 'change', 'change', 'note', 'opening'],
  ])
  const all = [...parts.values(), bytes].map(String).join() + (await textsOf(app, id)).join('')
  expect(all).toContain('She was sent https://attest.test/verify/…?lang=es. Not /not-me/…')
  expect(all).not.toContain(token)
  const links = await app.deps.db.selectFrom('verification_links').selectAll().execute()
  expect(all).not.toContain(links[0]!.token_hash)
})

test('names a file that is missing from the store', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  for (const name of ['lost.txt', 'kept.txt'])
    await app.api.upload(`${users}/${id}/attachments`, {}, new File(['x'], name))
  const { db, store } = app.deps
  const { key } = await db
    .selectFrom('attachments')
    .select('key')
    .where('original_name', '=', 'lost.txt')
    .executeTakeFirstOrThrow()
  await store.delete(key)
  const { parts, record } = await zipOf(app, id)
  expect([...parts.keys()]).toEqual(['files/2 kept.txt', 'record.pdf', 'record.json'])
  expect(record.files).toMatchObject([{ missing: false }, { missing: true }])
  expect(pdfLines(parts.get('record.pdf')!).map(({ text }) => text)).toContain(
    'The content of this file could not be read.',
  )
})

test('ends a zip whose reader has left', async () => {
  const { app, api, deps, token } = await startTestApp()
  const headers = { authorization: `Bearer ${token}` }
  const { id } = await aClient(deps)
  for (let n = 0; n < 12; n++)
    await api.upload(
      `${users}/${id}/attachments`,
      {},
      new File(['%PDF-1.4', randomBytes(1_000_000)], 'a.pdf'),
    )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = () => fetch(`${origin}${users}/${id}/record?format=zip`, { headers })
  // One more record than may be made at once.
  for (let n = 0; n < 3; n++) await (await ask()).body!.cancel()
  const whole = Buffer.from(await (await ask()).arrayBuffer())
  expect(unzip(whole)).toHaveLength(14)
})

test('serves the record as long as anything is left of the client', async () => {
  const app = await startTestApp()
  const { id, client_number } = await aClient(app.deps)
  await app.api.post(`${users}/${id}/answers`, { via: 'letter', city: 'Salem' })
  await app.api.delete(`${users}/${id}`)
  const stateOf = async () =>
    (await textsOf(app, id)).find((text) => text.startsWith('Client number'))
  expect(await stateOf()).toBe(`Client number ${client_number}. In the trash.`)
  expect(await textsOf(app, id)).toContain("Record of Esperanza O'Brien")
  await app.api.post(`${users}/${id}/restore`)
  await deleteForGood(app, id)
  expect(await stateOf()).toBe(`Client number ${client_number}. Deleted.`)
  const history = (await app.api.get(`${users}/${id}/audit-logs`)).body
  await app.api.post('/api/admin/audit-logs/delete', {
    ids: history.map((change: { id: number }) => change.id),
  })
  const lines = await textsOf(app, id)
  expect(lines).toContain(`Client number ${client_number}. Deleted.`)
  expect(lines[lines.indexOf('City') + 1]).toBe('Salem')
  expect(lines).toContain('Updated by letter, recorded by admin@example.com')
  expect((await app.api.get(`${users}/999/record`)).status).toBe(404)
})

test('tells the story of both clients of a merge', async () => {
  const app = await startTestApp()
  const kept = await aClient(app.deps, { alt_number: null })
  const other = await aClient(app.deps, { alt_number: '+16175550101', last_name: 'Lee' })
  await app.api.post(`${users}/${other.id}/answers`, { via: 'phone', city: 'Salem' })
  const version = async (id: number) => (await app.api.get(`${users}/${id}`)).body.last_updated
  const { status } = await app.api.post(`${users}/${kept.id}/merge`, {
    other: other.id,
    keep: {},
    last_updated: await version(kept.id),
    other_last_updated: await version(other.id),
  })
  expect(status).toBe(200)
  const lines = await textsOf(app, kept.id)
  expect(lines).toContain('City: Boston → Salem')
  expect(lines[lines.indexOf('City') + 1]).toBe('Boston')
  const source = expect.stringMatching(/, merge by admin@example.com$/)
  expect(lines.slice(lines.indexOf('Alternate Phone') + 1)).toEqual(
    expect.arrayContaining(['(617) 555-0101', source]),
  )
})

test('prints names of other scripts, and notes what no font has', async () => {
  const app = await startTestApp()
  const han = await aClient(app.deps, { first_name: '王', last_name: '小明' })
  const arabic = await aClient(app.deps, { first_name: 'محمد', last_name: 'علي' })
  const khmer = await aClient(app.deps, { first_name: 'ទូច', last_name: 'Lu' })
  expect((await textsOf(app, han.id)).join('')).toContain('Record of 王 小明')
  const turned = [...'محمد علي'].reverse().join('')
  expect((await textsOf(app, arabic.id)).join('')).toContain(`Record of ${turned}`)
  expect(await textsOf(app, khmer.id)).toContain('Record of (not printable here) Lu')
})

test('notes each download in the security log', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await fetchRecord(app, id, 'zip')
  expect((await app.api.get('/api/security-log')).body.entries[0]).toMatchObject({
    event: 'client-record-downloaded',
    email: 'admin@example.com',
    detail: `Esperanza O'Brien (id ${id}), ZIP`,
  })
})

test('lets other work run while it writes a long story', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await insertNotes(app, id, 1000)
  let done = false
  const fetched = fetchRecord(app, id, 'pdf').finally(() => {
    done = true
  })
  let turns = 0
  for (; !done; turns++) await setImmediate()
  expect(notesIn(await fetched)).toEqual(newestFirst(1000))
  expect(turns).toBeGreaterThan(1000)
})
