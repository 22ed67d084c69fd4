import { expect, test } from 'vitest'
import { csv, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

/** The client on file lives at 1 Elm St, Boston, MA 02134. */
async function startWithAnn() {
  const app = await startTestApp()
  await importFile(app, csv(row('1')), quietly)
  return app
}

const place = async ({ api }: TestApp) => {
  const { address, city, zip_code } = (await api.get('/api/admin/users')).body.users[0]
  return `${address}, ${city} ${zip_code}`
}

const preview = async (app: TestApp, headings: string, cells: string) => {
  const text = `Client Number,First Name,${headings}\n1,Ann,${cells}`
  const { body } = await previewFile(app, new File([text], 'clients.csv'))
  return { previewId: body.previewId, row: (await rowsOf(app, body.previewId)).rows[0] }
}

test.each([
  ['City,State,Zip', 'Salem,MA,01970'],
  ['City,State', 'Salem,MA'],
  ['State', 'FL'],
  ['Address,City,State,Zip', '9 Oak Ave,,FL,'],
  ['Address,City,State,Zip', '9 Oak Ave,Salem,MA,'],
  ['Address,City,State,Zip', '9 Oak Ave,,MA,01970'],
  ['Address,Zip', '9 Oak Ave,01970'],
])('never mixes a new “%s” with the address on file', async (headings, cells) => {
  const app = await startWithAnn()
  const { previewId, row } = await preview(app, headings, cells)
  const [suggestion] = row.suggestions.filter(({ field }: { field: string }) => field === 'address')
  expect(row).toMatchObject({ kind: 'rejected' })
  expect(row.problems.address).toContain('“1 Elm St, Boston, MA 02134” is on file')
  await change(app, previewId, { row: { row: 2, cells: suggestion.cells } })
  expect((await rowsOf(app, previewId)).rows[0]).toMatchObject({ kind: 'unchanged' })
  expect((await importPreview(app, previewId)).status).toBe(200)
  expect(await place(app)).toBe('1 Elm St, Boston 02134')
})

test.each([
  ['City,Zip', 'Dorchester,02134', '1 Elm St, Dorchester 02134'],
  ['City,State,Zip', 'Boston,NH,02134', '1 Elm St, Boston 02134'],
  ['City,State,Zip', 'Boston,MA,02135', '1 Elm St, Boston 02135'],
  ['Address', '1 Elm St Apt 2', '1 Elm St Apt 2, Boston 02134'],
  ['Address', '1 Elm St Boston MA 02134', '1 Elm St, Boston 02134'],
  ['Address,City,Zip', '9 Oak Ave,Salem,01970', '9 Oak Ave, Salem 01970'],
  ['Address', '"9 Oak Ave, Salem, MA 01970"', '9 Oak Ave, Salem 01970'],
])('corrects the address on file by “%s” with “%s”', async (headings, cells, expected) => {
  const app = await startWithAnn()
  const { previewId } = await preview(app, headings, cells)
  await importPreview(app, previewId)
  expect(await place(app)).toBe(expected)
})

test('fills in the city and zip code that a client lacked', async () => {
  const app = await startWithAnn()
  await app.deps.db.updateTable('clients').set({ city: '', zip_code: '' }).execute()
  const { row } = await preview(app, 'City,State,Zip', 'Salem,MA,01970')
  expect(row).toMatchObject({ kind: 'changed', cells: { address: '1 Elm St', city: 'Salem' } })
})

test('rejects a street that ends with another place', async () => {
  const app = await startWithAnn()
  const known = await preview(app, 'Address', '9 Oak Ave Salem MA 01970')
  expect(known.row.reason).toBe('The address ends with MA 01970, but the zip code is 02134')
  const { body } = await importFile(app, csv(row('2', { address: '9 Oak Ave Salem MA 01970' })))
  expect(body).toMatchObject({ created: 0, rejected: 1 })
})
