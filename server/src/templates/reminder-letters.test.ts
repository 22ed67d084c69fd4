import { expect, test } from 'vitest'
import { clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const templates = '/api/admin/email-templates'
const content = {
  name: 'Trust Clients',
  subject: 'Your address',
  textContent: '',
  greeting: 'Dear {{first_name}},',
  mainMessage: 'Is this right?',
  addressLabel: 'Address:',
  buttonText: 'Confirm',
  footerMessage: '',
  signature: '',
}

test('offers no reminder as a group', async () => {
  const { api } = await startTestApp()
  const ids = (await api.get(templates)).body.map(({ id }: { id: string }) => id)
  expect(ids.sort()).toEqual(['BigClients', 'DismissingClients', 'GeneralClients'])
})

test('gives each new group a reminder that can be rewritten', async () => {
  const { api } = await startTestApp()
  await api.post(templates, content)
  const reminder = `${templates}/trust-clients-reminder`
  const { body } = await api.get(reminder)
  expect(body).toMatchObject({
    reminder_of: 'trust-clients',
    name: 'Trust Clients, reminder',
    subject: 'Reminder: please confirm your address',
  })
  const changed = await api.put(reminder, { ...content, name: body.name, version: body.version })
  expect(changed.body).toMatchObject({
    reminder_of: 'trust-clients',
    mainMessage: 'Is this right?',
  })
})

test('deletes a reminder only together with its group', async () => {
  const { api } = await startTestApp()
  await api.post(templates, content)
  const reminder = `${templates}/trust-clients-reminder`
  expect((await api.delete(reminder)).status).toBe(409)
  expect((await api.delete(`${templates}/trust-clients`)).status).toBe(200)
  expect((await api.get(reminder)).status).toBe(404)
  expect((await api.post(templates, content)).status).toBe(200)
  expect((await api.get(reminder)).body.version).toBe(2)
})

test('keeps a letter that the open round sends', async () => {
  const { api } = await startTestApp()
  await api.post(templates, content)
  await api.post('/api/admin/rounds', {
    name: 'Spring',
    due_on: '2099-12-31',
    template_id: 'trust-clients',
  })
  expect(await api.delete(`${templates}/trust-clients`)).toMatchObject({
    status: 409,
    body: { rounds: 1 },
  })
  await api.post('/api/admin/rounds/1/close')
  expect((await api.delete(`${templates}/trust-clients`)).status).toBe(200)
})

test('refuses a reminder as a group, and a group’s id as a reminder', async () => {
  const { api } = await startTestApp()
  const group_template = 'BigClients-reminder'
  expect((await api.post('/api/admin/users', clientInput({ group_template }))).status).toBe(400)
  const { body } = await api.post(templates, { ...content, name: 'New reminder' })
  expect(body.fields.id).toBe('Template IDs that end in -reminder are for reminders')
})

test('rejects a reminder as the letter of a round', async () => {
  const { api } = await startTestApp()
  const round = { name: 'Spring', due_on: '2099-12-31', template_id: 'BigClients-reminder' }
  expect((await api.post('/api/admin/rounds', round)).status).toBe(400)
  expect((await api.post('/api/admin/users', clientInput())).status).toBe(200)
})
