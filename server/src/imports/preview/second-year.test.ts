import { expect, test } from 'vitest'
import { csv, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { aLink } from '../../../../testing/make.ts'
import { importPreview, previewFile } from '../../../../testing/preview-file.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'

test('asks before a renumbered list mails an email that a client gave up', async () => {
  const app = await startTestApp()
  await importFile(
    app,
    csv(row('1'), row('2', { first: 'Bob', email: 'bob@example.com' })),
    quietly,
  )
  const { users } = (await app.api.get('/api/admin/users?sort=client_number')).body
  const link = `/api/verify/${await aLink(app.deps, users[0])}`
  const { body: shown } = await app.api.get(link)
  const moved = { last_name: 'Moss', email: 'moss@example.com', address: '9 Oak St' }
  expect((await app.api.post(link, { ...shown, ...moved, action: 'update' })).status).toBe(200)

  // The office's new program has other numbers.
  const sheet = csv(
    row('A-1', { email: 'ANN@example.com' }),
    row('A-3', { email: 'cid@example.com' }),
  )
  const { body } = await previewFile(app, sheet)
  expect(body.counts).toMatchObject({ created: 2, undecided: 0 })
  const asked = await importPreview(app, body.previewId)
  expect(asked).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  expect(asked.body.message).toContain('clients on file have replaced: Ann Moss (1). The sheet')
  const anyway = { ...quietly, anyway: asked.body.message }
  expect((await importPreview(app, body.previewId, anyway)).status).toBe(200)
})
