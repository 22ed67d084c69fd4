import { SAMPLE_VALUES } from '@attest/contract/letter'
import type { SecurityEntry } from '@attest/contract/security-log'
import { expect, onTestFinished, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const templates = '/api/admin/email-templates'

const content = (over: object = {}) => ({
  name: 'Spring Letter (2026)',
  subject: 'Your address, {{first_name}}',
  htmlContent: '',
  textContent: '',
  greeting: 'Dear {{first_name}},',
  mainMessage: 'Is this still right?',
  addressLabel: 'Current Address:',
  buttonText: 'Confirm My Address',
  footerMessage: '',
  signature: 'Kind regards,',
  ...over,
})

test('gives the original groups templates with the spec’s texts', async () => {
  const { api } = await startTestApp()
  const { body } = await api.get(templates)
  expect(body.map((t: { id: string }) => t.id)).toEqual([
    'GeneralClients',
    'BigClients',
    'DismissingClients',
  ])
  const one = (await api.get(`${templates}/GeneralClients`)).body
  expect(one).toMatchObject({
    name: 'General Clients',
    addressLabel: 'Current Address:',
    buttonText: 'Confirm My Address',
    version: 1,
    textIsGenerated: true,
  })
  expect(one.greeting).toContain('Thank you')
  expect(one.mainMessage).toContain('estate planning documents')
  expect(one.footerMessage).toContain('originals')
  expect(one.htmlContent).toContain('width="600"')
  expect(one.textContent).toContain('{{verificationUrl}}')
})

test('answers 404 for an unknown template', async () => {
  const { api } = await startTestApp()
  const unknown = { status: 404, body: { message: 'Template not found' } }
  expect(await api.get(`${templates}/none`)).toMatchObject(unknown)
  expect(await api.put(`${templates}/none`, content())).toMatchObject(unknown)
  expect(await api.delete(`${templates}/none`)).toMatchObject(unknown)
  expect(await api.get(`${templates}/none/versions`)).toMatchObject(unknown)
})

test('names a new template’s id after it and refuses a taken one', async () => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(templates, content())
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: 'spring-letter-2026', version: 1, name: 'Spring Letter (2026)' })
  expect(body.htmlContent).toContain('Dear {{first_name}},')
  expect(await api.get(`${templates}/spring-letter-2026`)).toMatchObject({ status: 200, body })
  expect(await api.post(templates, content({ id: '' }))).toMatchObject({
    status: 409,
    body: {
      message: 'Template ID spring-letter-2026 is already taken.',
      fields: { id: expect.anything() },
    },
  })
  expect((await api.post(templates, content({ id: 'Own-Id' }))).body.id).toBe('Own-Id')
})

test.each([
  [{ name: ' ' }, { name: 'Template name is required' }],
  [{ subject: '\n' }, { subject: 'Subject is required' }],
  [{ id: 'a b' }, { id: 'Template ID may have letters, digits and hyphens' }],
  [{ id: 'x'.repeat(51) }, { id: 'Must be at most 50 characters' }],
  [{ name: '信' }, { id: 'Template ID is required' }],
  [
    { greeting: 'Dear {{firstname}} of {{town}}' },
    { greeting: 'Unknown placeholder {{firstname}}, {{town}}' },
  ],
  [{ textContent: 'Hi {{first_name}' }, { textContent: 'Unknown placeholder {{first_name}' }],
])('refuses a template with %j and says why', async (over, fields) => {
  const { api } = await startTestApp()
  const { status, body } = await api.post(templates, content(over))
  expect({ status, fields: body.fields }).toEqual({ status: 400, fields })
})

test('stores a version with its author at every save', async () => {
  const { api } = await startTestApp()
  const { id } = (await api.post(templates, content())).body
  const changed = await api.put(`${templates}/${id}`, content({ greeting: 'Hello,', version: 1 }))
  expect(changed.body).toMatchObject({ version: 2, greeting: 'Hello,' })
  const same = await api.put(`${templates}/${id}`, content({ greeting: 'Hello,', version: 2 }))
  expect(same.body).toMatchObject({ version: 2, updated_at: changed.body.updated_at })

  const versions = (await api.get(`${templates}/${id}/versions`)).body
  expect(versions).toMatchObject([
    { version: 2, admin_email: 'admin@example.com' },
    { version: 1, admin_email: 'admin@example.com' },
  ])
  const first = (await api.get(`${templates}/${id}/versions/1`)).body
  expect(first).toMatchObject({ id, version: 1, greeting: 'Dear {{first_name}},' })
  expect(first.htmlContent).toContain('Dear {{first_name}},')
  expect((await api.get(`${templates}/${id}/versions/3`)).status).toBe(404)
})

const SPANISH = {
  subject: 'Su dirección',
  textContent: '',
  greeting: 'Hola, {{first_name}}:',
  mainMessage: '¿Sigue correcta?',
  addressLabel: 'Dirección actual:',
  buttonText: 'Confirmar',
  footerMessage: '',
  signature: '',
}

test('keeps letters in other languages with each version', async () => {
  const { api } = await startTestApp()
  const { id } = (await api.post(templates, content())).body
  const save = async (over: object) => (await api.put(`${templates}/${id}`, content(over))).body
  const translations = { es: SPANISH }
  expect(await save({ translations })).toMatchObject({ version: 2, translations })
  expect(await save({ translations })).toMatchObject({ version: 2 })
  // A program that does not know languages sends none.
  expect(await save({ signature: 'Yours,' })).toMatchObject({ version: 3, translations })
  const empty = Object.fromEntries(Object.keys(SPANISH).map((name) => [name, ' ']))
  expect(await save({ translations: { es: empty } })).toMatchObject({ translations: {} })
  const versions = `${templates}/${id}/versions`
  expect((await api.get(`${versions}/2`)).body.translations).toEqual(translations)
  expect((await api.get(`${versions}/4`)).body.translations).toEqual({})
})

test.each([
  [{}, { subject: '' }, 'subject', 'Subject is required'],
  [{}, { greeting: '{{nombre}}' }, 'greeting', 'Unknown placeholder {{nombre}}'],
  [{}, { addressLabel: '' }, 'addressLabel', 'Needed, as in the English letter'],
  [{ buttonText: '' }, {}, 'buttonText', 'Must be empty, as in the English letter'],
])(
  'a template with %j and a Spanish letter with %j is refused',
  async (over, part, field, text) => {
    const { api } = await startTestApp()
    const translations = { es: { ...SPANISH, ...part } }
    const { status, body } = await api.post(templates, content({ ...over, translations }))
    expect([status, body.fields]).toEqual([400, { [`translations.es.${field}`]: text }])
  },
)

test('refuses a concurrent edit and returns the stored version', async () => {
  const { api } = await startTestApp()
  const { id } = (await api.post(templates, content())).body
  await api.put(`${templates}/${id}`, content({ greeting: 'Hello,', version: 1 }))
  const late = await api.put(`${templates}/${id}`, content({ greeting: 'Good day,', version: 1 }))
  expect(late).toMatchObject({ status: 409, body: { current: { greeting: 'Hello,', version: 2 } } })
})

test('regenerates a generated text when other fields change', async () => {
  const { api } = await startTestApp()
  const first = (await api.post(templates, content())).body
  const { textContent } = first
  const saved = await api.put(`${templates}/${first.id}`, content({ greeting: 'New', textContent }))
  expect(saved.body.textContent).toContain('New\n\n')
  expect(saved.body.textIsGenerated).toBe(true)
  const byHand = { textContent: 'By hand: {{verificationUrl}}' }
  expect((await api.put(`${templates}/${first.id}`, content(byHand))).body).toMatchObject({
    ...byHand,
    textIsGenerated: false,
  })
})

test('refuses to delete a template in use and counts its clients', async () => {
  const { api, deps } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { id } = (await api.post(templates, content())).body
  const client = await aClient(deps, { group_template: id })
  expect(await api.delete(`${templates}/${id}`)).toMatchObject({
    status: 409,
    body: { message: '1 client uses this template. Give them another one first.', clients: 1 },
  })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await api.put(`/api/admin/users/${client.id}`, { group_template: 'BigClients' })
  expect(await api.delete(`${templates}/${id}`)).toMatchObject({
    status: 409,
    body: { message: '1 email is still waiting to be sent with this template.', waiting: 1 },
  })
  await api.delete(`/api/admin/users/${client.id}`)
  expect((await api.delete(`${templates}/${id}`)).status).toBe(200)
  expect((await api.get(`${templates}/${id}`)).status).toBe(404)
  expect((await api.get(`${templates}/${id}/versions/1`)).body.name).toBe('Spring Letter (2026)')
  expect((await api.post(templates, content())).body.version).toBe(2)
})

test('shows a deleted template’s last name in the history', async () => {
  const { api, deps } = await startTestApp()
  const { id } = (await api.post(templates, content())).body
  await api.put(`${templates}/${id}`, content({ name: 'Summer Letter' }))
  const client = `/api/admin/users/${(await aClient(deps)).id}`
  for (const group_template of [id, 'BigClients']) await api.put(client, { group_template })
  expect((await api.delete(`${templates}/${id}`)).status).toBe(200)
  await api.put(client, { city: 'Salem' })
  const { body } = await api.get(`${client}/audit-logs`)
  expect(body.map(({ templates }: { templates: object }) => templates)).toEqual([
    {},
    { [id]: 'Summer Letter', BigClients: 'Big Clients' },
    { GeneralClients: 'General Clients', [id]: 'Summer Letter' },
  ])
})

test('refuses to delete the template of new clients', async () => {
  const { api } = await startTestApp()
  expect((await api.delete(`${templates}/GeneralClients`)).status).toBe(409)
})

test('sends a test email with sample data and without a ledger row', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { api, deps } = await startTestApp({ SMTP_URL: sink.url })
  const { id } = (await api.post(templates, content())).body
  const sent = await api.post(`${templates}/send-test`, {
    templateId: id,
    testEmail: 'me@example.com',
    templateData: { first_name: 'Nora' },
  })
  expect(sent.body).toEqual({ message: 'Test email sent successfully to me@example.com' })
  expect(sink.received).toMatchObject([
    { to: 'me@example.com', mail: { subject: 'Your address, Nora · Attest' } },
  ])
  expect(sink.received[0]!.mail.text).toContain(SAMPLE_VALUES.address)
  expect(await deps.db.selectFrom('messages').selectAll().execute()).toEqual([])

  const translations = { es: SPANISH }
  const draft = content({ subject: 'Not saved yet', translations })
  await api.post(`${templates}/send-test`, { templateId: id, testEmail: 'me@example.com', draft })
  expect(sink.received[1]!.mail.subject).toBe('Not saved yet · Attest')
  const inSpanish = { templateId: id, testEmail: 'me@example.com', draft, language: 'es' }
  await api.post(`${templates}/send-test`, inSpanish)
  expect(sink.received[2]!.mail.subject).toBe('Su dirección · Attest')
})

test('says why a test email was refused', async () => {
  const sink = await openSmtpSink({ refuse: () => '550 5.1.1 No such user' })
  onTestFinished(() => sink.close())
  const { api } = await startTestApp({ SMTP_URL: sink.url })
  const to = (testEmail: string) =>
    api.post(`${templates}/send-test`, { templateId: 'GeneralClients', testEmail })
  expect(await to('gone@example.com')).toMatchObject({
    status: 502,
    body: { message: 'This address does not exist.' },
  })
  expect((await to('nobody')).status).toBe(400)
})

test('refuses the eleventh test email and logs each with its address', async () => {
  const { api, clock } = await startTestApp()
  const send = (testEmail: string) =>
    api.post(`${templates}/send-test`, { templateId: 'GeneralClients', testEmail })
  for (let n = 0; n < 10; n++) expect((await send(`office${n}@example.com`)).status).toBe(200)
  const refused = await send('outside@example.com')
  expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  clock.ahead = 31_000
  expect((await send('later@example.com')).status).toBe(200)
  const { body } = await api.get('/api/security-log?event=test-email-asked&limit=3')
  expect(body.total).toBe(11)
  const addresses = body.entries.map(({ detail }: SecurityEntry) => detail)
  expect(addresses).toEqual(['later@example.com', 'office9@example.com', 'office8@example.com'])
})

test('keeps the lines of a plain text', async () => {
  const { api } = await startTestApp()
  const url = `${templates}/GeneralClients`
  const { textContent, ...template } = (await api.get(url)).body
  const windows = textContent.replaceAll('\n', '\r\n')
  await api.put(url, { ...template, textContent: windows })
  expect((await api.get(url)).body.textIsGenerated).toBe(true)
  const wrapped = textContent.replace('. ', '.\n')
  await api.put(url, { ...template, textContent: wrapped })
  expect((await api.get(url)).body).toMatchObject({ textIsGenerated: false, textContent: wrapped })
})

test('changes waiting emails only if the office says so', async () => {
  const { api, deps, send } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(deps)
  const headers = { prefer: 'respond-async' }
  await send('POST', '/api/admin/bulk-send-emails', { payload: { statusFilter: 'all' }, headers })
  const { body: letter } = await api.get(`${templates}/GeneralClients`)
  const change = (to: object) => api.put(`${templates}/GeneralClients`, { ...letter, ...to })
  expect(await change({ greeting: 'Dear friend', alsoWaiting: false })).toMatchObject({
    status: 409,
    body: { code: 'emails_waiting', message: expect.stringMatching(/^1 email is waiting/) },
  })
  expect((await change({ name: 'Everybody', alsoWaiting: false })).body.version).toBe(2)
  const saved = await change({ version: 2, greeting: 'Dear friend' })
  expect(saved.body).toMatchObject({ version: 3, greeting: 'Dear friend' })
})
