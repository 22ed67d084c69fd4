import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const templates = '/api/admin/email-templates'

test('the group values of old are there as templates, with the spec’s default texts', async () => {
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
  })
  expect(one.greeting).toContain('Thank you')
  expect(one.mainMessage).toContain('estate planning documents')
  expect(one.footerMessage).toContain('originals')
  expect(one.htmlContent).toContain('width="600"')
  expect(one.textContent).toContain('{{verificationUrl}}')
})

test('an unknown template is a 404', async () => {
  const { api } = await startTestApp()
  expect(await api.get(`${templates}/none`)).toMatchObject({
    status: 404,
    body: { message: 'Template not found' },
  })
})
