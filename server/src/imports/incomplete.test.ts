// @module-tag heavy
import { expect, test } from 'vitest'
import { csv, row } from '../../../testing/import-file.ts'
import { aLink } from '../../../testing/make.ts'
import { importPreview, previewFile } from '../../../testing/preview-file.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const WITHOUT_PHONE = '1,Ann,Lee,ann@x.com,,1 Elm St,Boston,MA,02134'
const WITHOUT_EMAIL = '2,Bo,Lee,,617,1 Elm St,Boston,MA,02134'

/** A complete client, one without a phone and one without an email. */
async function startWithIncomplete(send: string) {
  const app = await startTestApp()
  const file = csv(WITHOUT_PHONE, WITHOUT_EMAIL, row('3'))
  const { previewId } = (await previewFile(app, file)).body
  const { body } = await importPreview(app, previewId, { send })
  const numbers = async (query: string) =>
    (await app.api.get(`/api/admin/users?sort=client_number&${query}`)).body.users.map(
      (client: { client_number: string }) => client.client_number,
    )
  const clients = (await app.api.get('/api/admin/users?sort=client_number')).body.users
  return { ...app, body, numbers, clients }
}

test('emails incomplete clients and lists those without an email', async () => {
  const { api, body, numbers, clients } = await startWithIncomplete('true')
  expect(body).toMatchObject({ created: 3, bulkUpdate: { emailsSent: 2, emailsFailed: 0 } })
  expect(await numbers('incomplete=yes')).toEqual(['1', '2'])
  expect(await numbers('round=no_address')).toEqual(['2'])
  expect(
    (await api.get('/api/admin/bulk-send-emails/preview?statusFilter=all')).body,
  ).toMatchObject({
    chosen: 3,
    withoutEmail: 1,
    totalUsers: 2,
    unusableAddress: 0,
  })
  expect(await api.post(`/api/admin/resend-email/${clients[1].id}`, {})).toMatchObject({
    status: 409,
    body: { code: 'client_without_email' },
  })
})

test('emails the clients of an import later, once', async () => {
  const { api, numbers } = await startWithIncomplete('false')
  const [{ importId }] = (await api.get('/api/admin/imports')).body.imports
  const url = `/api/admin/imports/${importId}`
  expect((await api.get(url)).body).toMatchObject({ recipients: 2, mailingId: null })
  expect(await numbers(`importId=${importId}`)).toEqual(['1', '2', '3'])
  expect(await numbers(`importId=${crypto.randomUUID()}`)).toEqual([])
  const answers = await Promise.all([api.post(`${url}/email`), api.post(`${url}/email`)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expect
    .poll(async () => (await api.get(url)).body.bulkUpdate)
    .toMatchObject({ emailsSent: 2, emailsFailed: 0 })
  expect((await api.get('/api/admin/mailings')).body.total).toBe(1)
  expect(await api.post('/api/admin/imports/nonsense/email')).toMatchObject({ status: 400 })
})

test('saves one detail of an incomplete client', async () => {
  const { api, clients } = await startWithIncomplete('false')
  const url = `/api/admin/users/${clients[1].id}`
  expect(await api.put(url, { city: 'Salem' })).toMatchObject({ status: 200 })
  expect(await api.put(url, { email: '' })).toMatchObject({ status: 400 })
})

test('asks an incomplete client for the rest', async () => {
  const { api, deps, clients, numbers } = await startWithIncomplete('false')
  const token = await aLink(deps, clients[0])
  const details = (await api.get(`/api/verify/${token}`)).body
  expect(details.phone_number).toBe('')
  const answer = (changes: object) =>
    api.post(`/api/verify/${token}`, { ...details, ...changes, action: 'confirm' })
  expect(await answer({})).toMatchObject({
    status: 400,
    body: { fields: { phone_number: 'Phone number is required' } },
  })
  expect(await answer({ phone_number: '617-555-0199' })).toMatchObject({ status: 200 })
  expect(await numbers('incomplete=yes')).toEqual(['2'])
})
