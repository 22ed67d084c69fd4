import { expect, test } from 'vitest'
import { HEADERS, importFile, row } from '../../../../testing/import-file.ts'
import { importPreview, previewFile } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

test('emails clients that the sheet calls inactive after a question', async () => {
  const app = await startTestApp()
  const lines = [`${HEADERS},Active`, `${row('1')},No`, `${row('2', { first: 'Bob' })},Yes`]
  const { body } = await previewFile(app, new File([lines.join('\n')], 'list.csv'))
  expect(body).toMatchObject({ notes: ['inactive 1'], counts: { created: 2 }, recipients: 2 })
  const send = { send: 'true' }
  const question = await importPreview(app, body.previewId, send)
  expect(question).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  const { message } = question.body
  expect(message).toContain('prospective (rows: 1). Those with an email would be emailed. To')
  const imported = await importPreview(app, body.previewId, { ...send, anyway: message })
  expect(imported).toMatchObject({ status: 200, body: { created: 2 } })
})

test('a direct import with emails leaves out inactive clients', async () => {
  const app = await startTestApp()
  const lines = [`${HEADERS},Active`, `${row('1')},No`, `${row('2', { first: 'Bob' })},Yes`]
  const list = () => new File([lines.join('\n')], 'list.csv')
  const { body } = await importFile(app, list())
  const left = { row: 2, client_number: '1', reason: expect.stringContaining('inactive, former') }
  expect(body).toMatchObject({ created: 1, rejected: 1, results: [left] })
  expect(body.bulkUpdate).toMatchObject({ emailsSent: 1 })
  const quiet = await importFile(app, list(), { send: 'false' })
  expect(quiet.body).toMatchObject({ created: 1, unchanged: 1, rejected: 0 })
})

test('imports inactive clients without a question if nobody is emailed', async () => {
  const app = await startTestApp()
  const lines = [`${HEADERS},Status`, `${row('1')},Inactive`]
  const { body } = await previewFile(app, new File([lines.join('\n')], 'list.csv'))
  expect(await importPreview(app, body.previewId)).toMatchObject({ status: 200 })
})
