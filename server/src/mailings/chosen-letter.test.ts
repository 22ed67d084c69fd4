import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const bulk = '/api/admin/bulk-send-emails'
const templateId = 'DismissingClients'

/** Rejects addresses that begin with `gone`, until `mended`. */
async function startWithTwoGroups() {
  const state = { mended: false }
  const sink = await openSmtpSink({
    refuse: (to) => (to.startsWith('gone') && !state.mended ? '550 5.1.1 Unknown' : undefined),
  })
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url })
  await aClient(app.deps, { email: 'gone@example.com', group_template: 'BigClients' })
  await aClient(app.deps)
  return { ...app, state }
}

const lettersOf = async ({ api }: Pick<TestApp, 'api'>, mailingId: number) =>
  (await api.get(`/api/admin/mailings/${mailingId}/messages`)).body.messages.map(
    (message: { template_id: string }) => message.template_id,
  )

test('sends the chosen letter to every group, also in a retry', async () => {
  const app = await startWithTwoGroups()
  const { letters, totalUsers } = (
    await app.api.get(`${bulk}/preview?statusFilter=all&templateId=${templateId}`)
  ).body
  expect(totalUsers).toBe(2)
  expect(letters).toMatchObject([{ template_id: templateId, recipients: 2 }])
  await app.api.post(bulk, { statusFilter: 'all', templateId })
  expect(await lettersOf(app, 1)).toEqual([templateId, templateId])

  app.state.mended = true
  const { mailingId } = (await app.api.post('/api/admin/mailings/1/retry')).body
  expect(await lettersOf(app, mailingId)).toEqual([templateId])
})

test('retries no letter that was deleted meanwhile', async () => {
  const app = await startWithTwoGroups()
  await app.api.post(bulk, { statusFilter: 'all', templateId })
  app.state.mended = true
  expect((await app.api.delete(`/api/admin/email-templates/${templateId}`)).status).toBe(200)
  expect(await app.api.post('/api/admin/mailings/1/retry')).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^The letter of these emails was deleted/) },
  })
  expect((await app.api.get('/api/admin/mailings')).body.total).toBe(1)
})

test('sends the chosen letter instead of the round’s, for one mailing', async () => {
  const app = await startWithTwoGroups()
  await app.api.post('/api/admin/rounds', {
    name: 'Spring',
    due_on: '2999-01-01',
    template_id: 'BigClients',
  })
  const preview = async (query = '') =>
    (await app.api.get(`${bulk}/preview?statusFilter=all${query}`)).body
  expect(await preview()).toMatchObject({
    letters: [{ template_id: 'BigClients', recipients: 2 }],
    round: { template_id: 'BigClients' },
  })
  await app.api.post(bulk, { statusFilter: 'all', templateId })
  await app.api.post(bulk, { statusFilter: 'all' })
  expect(await lettersOf(app, 1)).toEqual([templateId, templateId])
  expect(await lettersOf(app, 2)).toEqual(['BigClients', 'BigClients'])
})

test.each(['None', 'BigClients-reminder'])('rejects %s as a letter', async (id) => {
  const { api } = await startWithTwoGroups()
  const message = `There is no email template “${id}”.`
  const refusal = { status: 400, body: { message, fields: { templateId: message } } }
  const query = `statusFilter=all&templateId=${id}`
  expect(await api.get(`${bulk}/preview?${query}`)).toMatchObject(refusal)
  expect(await api.post(bulk, { statusFilter: 'all', templateId: id })).toMatchObject(refusal)
  expect((await api.get('/api/admin/mailings')).body.total).toBe(0)
})

test('reports that a resent letter has no link', async () => {
  const { api, deps } = await startWithTwoGroups()
  const wishes = { name: 'Wishes', subject: 'Happy New Year', mainMessage: 'From all of us.' }
  await api.post('/api/admin/email-templates', wishes)
  const { id } = await aClient(deps, { email: 'ann@example.com', group_template: 'wishes' })
  const { status, body } = await api.post(`/api/admin/resend-email/${id}`)
  expect(status).toBe(200)
  expect(body.message).toMatch(/^The email was sent, but its letter has no link/)
})
