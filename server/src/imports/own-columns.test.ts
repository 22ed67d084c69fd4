import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient, anAdmin } from '../../../testing/make.ts'
import { aColumn, COLUMNS, columnsOf } from '../../../testing/own-columns.ts'
import { change, importPreview, previewFile } from '../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { clientsOf, importPath, planOf, undo } from '../../../testing/undo-import.ts'
import { addOwnColumn } from '../clients/own-columns.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { updateOwnColumn } from '../records/own-columns.ts'
import { readDate } from './sheet/own-cells.ts'

/** A sheet with additional columns: one line for each client, with its values. */
const sheet = (headings: string, ...lines: [number: string, ...values: string[]][]) => {
  const rows = lines.map(([number, ...values]) => {
    const person = { first: `Ann${number}`, email: `ann${number}@example.com` }
    return [row(number, person), ...values].join()
  })
  return new File([[`${HEADERS},${headings}`, ...rows].join('\r\n')], 'clients.csv')
}

const ownOf = async (app: TestApp) =>
  Object.fromEntries([...(await clientsOf(app))].map(([number, { own }]) => [number, own]))

test('fills own columns by their headings without a preview', async () => {
  const app = await startTestApp()
  const { id: me } = await anAdmin(app.deps)
  await aColumn(app, 'Matter')
  await aColumn(app, 'Retainer Date', 'date')
  await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  await aColumn(app, 'Attorney', 'administrator')
  const importId = randomUUID()
  const { status, body } = await importFile(
    app,
    sheet(
      'matter,Retainer-date,OFFICE,Attorney,Fax',
      ['1', 'Estate', '1/5/2026', 'boston', 'ADMIN@example.com', '1'],
      ['2', '', 'soon', 'Lowell', 'Nobody', '2'],
      ['3', 'n/a', '', 'LOWELL', 'Admin', ''],
    ),
    { importId, ...quietly },
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ successful: 3 })
  const { notes } = (await app.api.get(importPath(importId))).body
  expect(notes).toEqual(['misfits 1 Retainer-date', 'misfits 1 Attorney'])
  expect(await ownOf(app)).toEqual({
    1: { 1: 'Estate', 2: '2026-01-05', 3: 'Boston', 4: me },
    2: { 3: 'Lowell' },
    3: { 3: 'Lowell', 4: me },
  })
  expect((await columnsOf(app))[2]).toMatchObject({ choices: ['Boston', 'Lowell'] })
})

test.each(['Client', 'Email Y/N'])('heeds “%s” although it is an own column', async (heading) => {
  const app = await startTestApp()
  await aColumn(app, heading)
  const { body } = await importFile(app, sheet(heading, ['1', 'Yes'], ['2', 'No']), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 1 })
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Yes' } })
})

test('leaves a stored value where the cell is empty', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Office')
  await importFile(app, sheet('Matter,Office', ['1', 'Estate', 'Boston']), quietly)
  const { body } = await importFile(app, sheet('Matter,Office', ['1', '', 'Lowell']), quietly)
  expect(body).toMatchObject({ updated: 1 })
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Estate', 2: 'Lowell' } })
  const again = await importFile(app, sheet('Matter,Office', ['1', '', 'Lowell']), quietly)
  expect(again.body).toMatchObject({ unchanged: 1 })
})

test('restores no removed choice that a client still has', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Office', 'choice', { choices: ['Boston', 'Lowell'] })
  await importFile(app, sheet('Matter,Office', ['1', 'Estate', 'Boston']), quietly)
  await app.api.put(`${COLUMNS}/2`, { choices: [{ text: 'Lowell' }] })
  const { body } = await importFile(app, sheet('Matter', ['1', 'Trust']), quietly)
  expect(body).toMatchObject({ updated: 1 })
  expect((await columnsOf(app))[1]).toMatchObject({ choices: ['Lowell'] })
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Trust', 2: 'Boston' } })
})

test('guesses the kind of a column from all its values', async () => {
  const app = await startTestApp()
  const { body: preview } = await previewFile(
    app,
    sheet(
      'Attorney,Opened,Office,Matter',
      ['1', 'admin@example.com', '"Jan 5, 2026"', 'Boston', 'Estate of Ann'],
      ['2', 'Admin', '2026-02-05', 'Lowell', 'Trust'],
      ['3', '', '5.3.2026', 'boston', 'Will'],
      ['4', '', '', 'lowell', ''],
    ),
  )
  const guessed = preview.columns.slice(-4).map(({ keepAs }: { keepAs: string }) => keepAs)
  expect(guessed).toEqual(['administrator', 'date', 'choice', 'text'])
})

test('creates columns of a preview once its import starts', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aClient(app.deps, { client_number: '1', first_name: 'Ann1', last_name: 'Lee' })
  const file = sheet('Matter,Opened,Email', ['1', 'Estate', '1/5/2026', 'x'], ['2', '', 'soon', ''])
  const { body: preview } = await previewFile(app, file)
  const id = preview.previewId
  expect(preview.columns[9]).toMatchObject({ header: 'Matter', field: 'own.1' })
  await change(app, id, { column: { index: 11, field: 'new.text' } })
  const { body } = await change(app, id, { column: { index: 10, field: 'new.date' } })
  expect(body.columns[10]).toMatchObject({ field: 'new.date' })
  expect(body.notes).toEqual(['misfits 1 Opened'])
  expect(body.rows[0]).toMatchObject({
    kind: 'changed',
    own: { 'own.1': 'Estate', 'own.-11': '2026-01-05', 'own.-12': 'x' },
    ownOld: { 'own.1': '', 'own.-11': '', 'own.-12': '' },
  })
  expect(await columnsOf(app)).toHaveLength(1)
  expect((await importPreview(app, id)).status).toBe(200)
  expect((await columnsOf(app)).map(({ name, kind }) => [name, kind])).toEqual([
    ['Matter', 'text'],
    ['Opened', 'date'],
    ['Email 2', 'text'],
  ])
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Estate', 2: '2026-01-05', 3: 'x' }, 2: {} })
  const next = await previewFile(app, file)
  expect(next.body.columns[10]).toMatchObject({ field: 'own.2' })
})

test('creates a column beside one of the same name that just appeared', async () => {
  const app = await startTestApp()
  const { body } = await previewFile(app, sheet('Matter', ['1', 'Estate']))
  await change(app, body.previewId, { column: { index: 9, field: 'new.text' } })
  const { db } = app.deps
  const { importing } = await transact(db, async (tx) => {
    const column = { name: 'Matter', kind: 'text' as const, choices: [], searchable: false }
    await addOwnColumn(tx, [], column)
    const importing = importPreview(app, body.previewId)
    await awaitBlocked(db)
    return { importing }
  })
  expect((await importing).status).toBe(200)
  expect((await columnsOf(app)).map(({ name }) => name)).toEqual(['Matter', 'Matter 2'])
  expect(await ownOf(app)).toEqual({ 1: { [(await columnsOf(app))[1]!.id]: 'Estate' } })
})

test('keeps a choice that an import adds while another is renamed', async () => {
  const app = await startTestApp()
  const { id } = await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  const { db } = app.deps
  const { renaming } = await transact(db, async (tx) => {
    await lockBulkWriters(tx)
    const choices = [{ text: 'Boston HQ', was: 'Boston' }]
    const renaming = app.api.put(`${COLUMNS}/${id}`, { choices, seen: ['Boston'] })
    await awaitBlocked(db)
    await updateOwnColumn(tx, id, { choices: JSON.stringify(['Boston', 'Salem']) })
    return { renaming }
  })
  expect((await renaming).body.choices).toEqual(['Boston HQ', 'Salem'])
})

test('imports a preview into a column that was renamed since', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  const { body } = await previewFile(app, sheet('Matter', ['1', 'Estate']))
  await app.api.put(`${COLUMNS}/1`, { name: 'Case' })
  expect((await importPreview(app, body.previewId)).status).toBe(200)
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Estate' } })
})

test('refuses a preview whose column was deleted since', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  const { body } = await previewFile(app, sheet('Matter', ['1', 'Estate']))
  await app.api.delete(`${COLUMNS}/1?values=0`)
  const refused = await importPreview(app, body.previewId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'column_gone' } })
  await change(app, body.previewId, { column: { index: 9, field: 'ignored' } })
  expect((await importPreview(app, body.previewId)).status).toBe(200)
  expect(await ownOf(app)).toEqual({ 1: {} })
})

test('refuses a preview with more than 20 own columns', async () => {
  const app = await startTestApp()
  for (let n = 1; n <= 19; n++) await aColumn(app, `Column ${n}`)
  const { body } = await previewFile(app, sheet('Matter,Office', ['1', 'Estate', 'Boston']))
  const choose = (index: number) =>
    change(app, body.previewId, { column: { index, field: 'new.text' } })
  expect((await choose(9)).status).toBe(200)
  expect(await choose(10)).toMatchObject({ status: 409, body: { code: 'too_many_columns' } })
})

test('undoes own values that nobody has changed since', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await aColumn(app, 'Office', 'choice', { choices: ['Boston'] })
  await importFile(app, sheet('Matter,Office', ['1', 'Old', 'Boston'], ['2', '', '']), quietly)
  const importId = randomUUID()
  const file = sheet('Matter,Office', ['1', 'New', 'Lowell'], ['2', 'New', 'Lowell'])
  await importFile(app, file, { importId, ...quietly })
  const second = (await clientsOf(app)).get('2')!
  await app.api.put(`/api/admin/users/${second.id}`, { own: { 1: 'By hand' } })
  await app.api.put(`${COLUMNS}/2`, {
    choices: [{ text: 'Boston HQ', was: 'Boston' }, { text: 'Lowell' }],
  })
  const plan = await planOf(app, importId)
  expect(plan).toMatchObject({ kept: 1, restored: 2 })
  await undo(app, importId)
  expect(await ownOf(app)).toEqual({ 1: { 1: 'Old', 2: 'Boston HQ' }, 2: { 1: 'By hand' } })
})

test('undoes an import whose column was deleted since', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  await importFile(app, sheet('Matter', ['1', 'Old']), quietly)
  const importId = randomUUID()
  await importFile(app, sheet('Matter', ['1', 'New'], ['2', 'New']), { importId, ...quietly })
  await app.api.delete(`${COLUMNS}/1?values=2`)
  await undo(app, importId)
  expect(await ownOf(app)).toEqual({ 1: {} })
  expect((await app.api.get(importPath(importId))).body.state).toBe('undone')
})

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-01-05 00:00:00', '2026-01-05'],
  ['1/5/2026', '2026-01-05'],
  ['01-05-87', '1987-01-05'],
  ['5.1.26', '2026-01-05'],
  ['January 5th, 2026', '2026-01-05'],
  ['5-Jan-26', '2026-01-05'],
  ['2/30/2026', undefined],
  ['13/1/2026', undefined],
  ['May', undefined],
  ['1001', undefined],
])('reads the date %s as %s', (text, date) => expect(readDate(text)).toBe(date))

test('reads its own exports back', async () => {
  const app = await startTestApp()
  const { id: me } = await anAdmin(app.deps)
  await aColumn(app, 'Attorney', 'administrator')
  await aColumn(app, 'Opened', 'date')
  for (let n = 3; n <= 12; n++) await aColumn(app, `Column ${n}`)
  const own = { 1: me, 2: '2026-01-05', 12: '=1+1' }
  const { id } = await aClient(app.deps, { client_number: '1', own })
  for (const format of ['csv', 'xlsx']) {
    const file = await app.app.inject({
      url: `/api/admin/export?format=${format}`,
      headers: { authorization: `Bearer ${app.token}` },
    })
    await app.api.put(`/api/admin/users/${id}`, { own: { 1: '', 2: '', 12: '' } })
    const sheet = new File([new Uint8Array(file.rawPayload)], `clients.${format}`)
    const { body } = await importFile(app, sheet, quietly)
    expect({ format, updated: body.updated }).toEqual({ format, updated: 1 })
    expect(await ownOf(app)).toEqual({ 1: own })
  }
})
