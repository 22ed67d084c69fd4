import { expect, test } from 'vitest'
import { aRound, untilSent } from '../../../testing/a-round.ts'
import { aClient, anAdmin } from '../../../testing/make.ts'
import { aColumn, COLUMNS } from '../../../testing/own-columns.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const TEMPLATE = '/api/admin/email-templates/GeneralClients'

test('fills a letter with own values', async () => {
  const app = await aRound([])
  await aColumn(app, 'Attorney', 'administrator')
  await aColumn(app, 'Opened', 'date')
  await aColumn(app, 'Matter')
  const { id: me } = await anAdmin(app.deps)
  const { body: template } = await app.api.get(TEMPLATE)
  const greeting = 'Dear {{first_name}} {{own.matter}}, {{ own.attorney }} since {{own.opened}}.'
  const saved = await app.api.put(TEMPLATE, { ...template, greeting })
  expect(saved.status).toBe(200)
  expect(saved.body.htmlContent).toContain('{{own.matter}}')
  const own = { 1: me, 2: '2026-01-05', 3: '<b>Estate</b>' }
  await aClient(app.deps, { first_name: 'Ann', email: 'full@example.com', own })
  await aClient(app.deps, { first_name: 'Bob', email: 'none@example.com' })
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await untilSent(app)
  const mailTo = (name: string) => app.sink.received.find(({ to }) => to.startsWith(name))!.mail
  expect(mailTo('full').text).toContain(
    'Dear Ann <b>Estate</b>, admin@example.com since January 5, 2026.',
  )
  expect(mailTo('full').html).toContain('&lt;b&gt;Estate&lt;/b&gt;')
  expect(mailTo('none').text).toContain('Dear Bob, since.')
})

test('refuses a letter with an unknown column at its field', async () => {
  const { api } = await startTestApp()
  const { body: template } = await api.get(TEMPLATE)
  const { status, body } = await api.put(TEMPLATE, { ...template, signature: '{{own.matter}}' })
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { signature: 'Unknown placeholder {{own.matter}}' },
  })
})

test('refuses to delete a column while a letter uses it', async () => {
  const app = await startTestApp()
  await aColumn(app, 'Matter')
  const { body: template } = await app.api.get(TEMPLATE)
  await app.api.put(TEMPLATE, { ...template, signature: 'About {{ own.matter }}' })
  const { status, body } = await app.api.delete(`${COLUMNS}/1?values=0`)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'column_in_letter' })
  expect(body.message).toContain('General Clients')
  await app.api.put(TEMPLATE, { ...template, version: undefined, signature: '' })
  expect((await app.api.delete(`${COLUMNS}/1?values=0`)).status).toBe(200)
})
