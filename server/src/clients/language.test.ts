import { expect, onTestFinished, test } from 'vitest'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'
const template = '/api/admin/email-templates/GeneralClients'
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()

async function withMail() {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const app = await startTestApp({ SMTP_URL: sink.url, FIRM_NAME: 'Hale & Partners' })
  /** The email that a new client gets. */
  const letterTo = async (language: '' | 'en' | 'es') => {
    const { email } = clientInput({ email: `to-${language || 'none'}@example.com` })
    await app.api.post(users, clientInput({ email, language }))
    await expect.poll(() => sink.received.some(({ to }) => to === email)).toBe(true)
    return sink.received.find(({ to }) => to === email)!.mail
  }
  return { ...app, sink, letterTo }
}

test('takes the language from the office by name or code, and records it', async () => {
  const { api } = await startTestApp()
  const { id, language } = (await api.post(users, clientInput())).body
  expect(language).toBe('')
  const edit = (text: string) => api.put(`${users}/${id}`, { language: text })
  expect((await edit('Español')).body.language).toBe('es')
  expect((await edit('french')).body.fields).toEqual({
    language: 'Language must be English or Spanish, or empty',
  })
  const [record] = (await api.get(`${users}/${id}/audit-logs`)).body
  expect(record).toMatchObject({ field: 'language', new_data: '{"language":"es"}' })
})

test('imports and exports a column of languages', async () => {
  const app = await startTestApp()
  const lines = [`${HEADERS},Idioma`, `${row('1')},español`, `${row('2')},`, `${row('3')},Klingon`]
  const { body } = await importFile(app, new File([lines.join('\n')], 'a.csv'), quietly)
  expect(body).toMatchObject({ created: 3, rejected: 0 })
  const { users: clients } = (await app.api.get(`${users}?sort=client_number`)).body
  expect(clients).toMatchObject([{ language: 'es' }, { language: '' }, { language: '' }])
  const { body: text } = await app.send('GET', '/api/admin/export?format=csv')
  expect(text).toContain('United States,Spanish,GeneralClients')
  const same = await importFile(app, new File([text], 'again.csv'), quietly)
  expect(same.body).toMatchObject({ unchanged: 3, updated: 0, rejected: 0 })
})

test('emails a client in Spanish, with one line in English', async () => {
  const { letterTo } = await withMail()
  const { subject, text, html } = await letterTo('es')
  expect(subject).toBe('Confirme su dirección, por favor · Hale & Partners')
  expect(html).toContain('<html lang="es">')
  expect(text).toMatch(/El enlace sirve hasta el \d+ de [a-z]+ de \d{4}\./)
  expect(text).toContain('Le escribimos porque usted es cliente de Hale & Partners.')
  expect(text).toMatch(/You can read this page in English:\nhttp\S+\?lang=en\n/)
  expect(text!.match(/\b(the|your|address)\b/gi)).toBeNull()
})

test('emails other clients in English, with one line in Spanish', async () => {
  const { letterTo, api } = await withMail()
  const { textContent: _text, ...stored } = (await api.get(template)).body
  await api.put(template, { ...stored, translations: {} })
  for (const language of ['', 'en', 'es'] as const) {
    const { text, html } = await letterTo(language)
    expect(html).toContain('<html lang="en">')
    expect(text).toContain('The link works until')
    expect(text).toMatch(/Puede leer esta página en español:\nhttp\S+\?lang=es\n/)
  }
})

test('sends a receipt and a confirmation in the client’s language', async () => {
  const { deps, api, sink } = await withMail()
  const client = await aClient(deps, { language: 'es' })
  const answer = { ...details, city: 'Salem', email: 'new@example.com', action: 'update' }
  await api.post(`/api/verify/${await aLink(deps, client)}`, answer)
  await expect.poll(() => sink.received.length).toBe(2)
  const texts = sink.received.map(({ mail }) => mail.text).join()
  expect(texts).toContain(
    'alguien cambió sus datos con nuestro enlace: correo electrónico y ciudad.',
  )
  expect(texts).toContain('¿Es usted? Entonces confírmelo con el botón.')
})

test('takes the language that the client chose with the answer', async () => {
  const { api, deps, send } = await startTestApp()
  const client = await aClient(deps)
  const url = `/verify/${await aLink(deps, client)}`
  const open = () =>
    send('GET', `${url}?lang=es`, { headers: { authorization: '', 'accept-language': 'es' } })
  const stored = async () => (await api.get(`${users}/${client.id}`)).body
  await open()
  expect((await stored()).language).toBe('')
  const answer = { ...details, action: 'confirm' }
  expect((await api.post(`/api${url}`, { ...answer, language: 'es' })).status).toBe(200)
  expect(await stored()).toMatchObject({ language: 'es', status: 'confirmed', has_changes: false })
  // The same answer from the page in English.
  expect((await api.post(`/api${url}`, { ...answer, language: 'en' })).status).toBe(200)
  expect((await stored()).language).toBe('es')
  const [record] = (await api.get(`${users}/${client.id}/audit-logs`)).body
  expect(record).toMatchObject({ action: 'confirmed', admins: null, field: 'language, status' })
})
