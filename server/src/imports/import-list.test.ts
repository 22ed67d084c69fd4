import { BYTE_ORDER_MARK, csvLines, SAMPLE_SHEET } from '@attest/contract/exports'
import { expect, test } from 'vitest'
import { csv, importFile, quietly, row } from '../../../testing/import-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { endImport, insertImport } from './queries.ts'

test('lists imports with their figures, the newest first, by pages', async () => {
  const app = await startTestApp()
  const at = '2020-01-01T00:00:00.000Z'
  const id = '00000000-0000-4000-8000-000000000001'
  await insertImport(app.deps.db, {
    id,
    file_name: 'old.csv',
    file_hash: '',
    admin_email: 'gone@example.com',
    send: false,
    clients_before: 0,
    lease_until: '2099-01-01T00:00:00.000Z',
    created_at: at,
  })
  const oldest = () => app.api.get('/api/admin/imports?limit=1&page=2')
  const { body: sent } = await importFile(app, csv(row('1'), row('2', { email: 'nobody' })))
  const { body: first } = await app.api.get('/api/admin/imports')
  expect(first.total).toBe(2)
  expect(first.imports[0]).toMatchObject({
    file_name: 'clients.csv',
    admin_email: 'admin@example.com',
    state: 'finished',
    created: 1,
    updated: 0,
    unchanged: 0,
    rejected: 1,
    mailingId: sent.mailingId,
    finished_at: expect.any(String),
  })
  expect((await oldest()).body.imports).toMatchObject([
    { importId: id, state: 'running', mailingId: null, created_at: at, finished_at: null },
  ])
  await endImport(app.deps.db, id, { state: 'failed', error: 'Too late', finished_at: at })
  expect((await oldest()).body.imports).toMatchObject([{ state: 'failed', error: 'Too late' }])
})

test('imports the sample sheet without a rejected row or unread column', async () => {
  const app = await startTestApp()
  const text = BYTE_ORDER_MARK + csvLines(SAMPLE_SHEET)
  const { body } = await importFile(app, new File([text], 'sample-clients.csv'), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 0 })
  const { users } = (await app.api.get('/api/admin/users?sort=client_number')).body
  expect(users).toMatchObject([{ zip_code: '10001', alt_number: '+12125550143' }])
  const [{ importId }] = (await app.api.get('/api/admin/imports')).body.imports
  const { notRead } = (await app.api.get(`/api/admin/imports/${importId}`)).body
  expect(notRead).toEqual({ sheets: [], headers: [] })
})
