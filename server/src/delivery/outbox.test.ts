import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const outbox = '/api/admin/outbox'

test('shows mails in the outbox while no mail server is set', async () => {
  const { api, deps } = await startTestApp({ MAIL_REPLY_TO: 'office@attest.test' })
  await aClient(deps, { email: 'first@example.com' })
  await aClient(deps, { email: 'second@example.com' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { mails, total } = (await api.get(`${outbox}?limit=1`)).body
  expect({ total, shown: mails.length }).toEqual({ total: 2, shown: 1 })
  expect(mails[0]).toMatchObject({ subject: 'Please confirm your address · Attest' })
  expect(mails[0].to).toMatch(/^Esperanza O'Brien <(first|second)@example.com>$/)

  const { body } = await api.get(`${outbox}/${mails[0].id}`)
  expect(body).toMatchObject({ ...mails[0], from: 'Attest <no-reply@attest.test>' })
  expect(body.replyTo).toBe('office@attest.test')
  expect(body.html).toContain('Confirm My Address')
  const link = /\/verify\/[\w-]+/.exec(body.text)![0]
  expect((await api.get(`/api${link}`)).status).toBe(200)
})

test('lists its mails and ignores foreign files', async () => {
  const { api, deps, config } = await startTestApp()
  await aClient(deps)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const folder = path.join(config.DATA_DIR, 'outbox')
  await mkdir(path.join(folder, 'folder.eml'))
  await writeFile(path.join(folder, 'Re ours (1).eml'), 'no email')
  const { mails, total } = (await api.get(outbox)).body
  await rm(path.join(folder, 'folder.eml'), { recursive: true })
  expect(total).toBe(1)
  expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual([
    expect.stringContaining('Please confirm'),
  ])
})

test('lists an empty outbox; answers 404 for an unknown mail', async () => {
  const { api } = await startTestApp()
  expect((await api.get(outbox)).body).toEqual({ mails: [], total: 0 })
  for (const id of ['none', '..%2F..%2Fsecret-key', '.', '%00']) {
    expect((await api.get(`${outbox}/${id}`)).status).toBe(404)
  }
})

test('refuses to show the outbox once a mail server is set', async () => {
  const { api } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect((await api.get(outbox)).status).toBe(409)
  expect((await api.get(`${outbox}/any`)).status).toBe(409)
})
