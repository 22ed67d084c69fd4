import type { SecurityEntry } from '@attest/contract/security-log'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ADMIN, aClient, anAdmin } from '../../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { storedKeys } from '../../../../testing/stored-keys.ts'

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

async function entries({ api }: Pick<TestApp, 'api'>, query = ''): Promise<SecurityEntry[]> {
  return (await api.get(`/api/security-log${query}`)).body.entries
}

test('a sign-in and a failed one are logged with who, when and where', async () => {
  const app = await startTestApp()
  const headers = { 'user-agent': CHROME, authorization: '' }
  const attempt = (password: string) =>
    app.send('POST', '/api/auth/login', { payload: { email: ADMIN.email, password }, headers })
  await attempt('wrong')
  await attempt(ADMIN.password)
  const [signedIn, failed] = await entries(app)
  expect(signedIn).toEqual({
    id: expect.any(Number),
    at: expect.any(String),
    event: 'signed-in',
    email: ADMIN.email,
    address: '127.0.0.1',
    device: 'Chrome on macOS',
    detail: 'password',
  })
  expect(failed).toMatchObject({ event: 'sign-in-failed', email: ADMIN.email })
})

test('exports, downloads and deletions are logged with their subject', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps, {
    client_number: 'K-77',
    first_name: 'Ada',
    last_name: 'Byron',
  })
  await app.api.get('/api/admin/export?format=csv')
  const file = new File(['%PDF-1.4 a will'], 'will.pdf', { type: 'application/pdf' })
  const url = `/api/admin/users/${client.id}/attachments`
  const { body } = await app.api.upload(url, { category: 'document' }, file)
  await app.api.get(`/api/admin/attachments/${body.id}/download`)
  await app.api.delete(`/api/admin/attachments/${body.id}`)
  await app.api.delete(`/api/admin/users/${client.id}`)
  const noted = (await entries(app)).map(({ event, detail }) => [event, detail])
  expect(noted).toEqual([
    ['client-deleted', `K-77 (id ${client.id}) Ada Byron`],
    ['file-deleted', 'will.pdf'],
    ['file-downloaded', 'will.pdf'],
    ['clients-exported', 'CSV'],
  ])
})

test('the log names each client of a bulk deletion', async () => {
  const app = await startTestApp()
  const clients = []
  for (let n = 0; n < 100; n++) clients.push(await aClient(app.deps))
  await app.api.post('/api/admin/users/delete', { ids: clients.map(({ id }) => id) })
  const [entry] = await entries(app)
  for (const { id } of clients) expect(entry!.detail).toContain(`(id ${id})`)
})

test('a failed download is not logged', async () => {
  const app = await startTestApp()
  const files = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  const { body } = await app.api.upload(files, {}, new File(['a will'], 'will.txt'))
  const url = `/api/admin/attachments/${body.id}/download`
  for (const key of await storedKeys(app.deps.store)) await app.deps.store.delete(key)
  expect((await app.api.get(url)).status).toBe(503)
  expect(app.logged.splice(0)).toHaveLength(1)
  expect(await entries(app)).toEqual([])
})

test('a download that cannot be logged is not sent', async () => {
  const app = await startTestApp()
  const files = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  const { body } = await app.api.upload(files, {}, new File(['a will'], 'will.txt'))
  await app.deps.db.schema.alterTable('security_log').renameTo('log_away').execute()
  const answer = await app.api.get(`/api/admin/attachments/${body.id}/download`)
  await app.deps.db.schema.alterTable('log_away').renameTo('security_log').execute()
  expect(answer).toMatchObject({
    status: 500,
    body: { message: 'Something went wrong. Please try again.' },
  })
  expect(app.logged.splice(0)).toHaveLength(1)
})

test('exports of mailings and deletions of templates are logged', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  await app.api.post(`/api/admin/resend-email/${client.id}`)
  const [mailing] = await app.deps.db.selectFrom('mailings').select('id').execute()
  const exported = await app.api.get(`/api/admin/mailings/${mailing!.id}/export`)
  expect(exported.status).toBe(200)
  const letter = { name: 'Season’s greetings', subject: 'Greetings', mainMessage: 'All the best.' }
  const { body } = await app.api.post('/api/admin/email-templates', letter)
  expect((await app.api.delete(`/api/admin/email-templates/${body.id}`)).status).toBe(200)
  const noted = (await entries(app)).map(({ event, detail }) => [event, detail])
  expect(noted).toEqual([
    ['template-deleted', body.id],
    ['mailing-exported', `Mailing ${mailing!.id}`],
  ])
})

test('a viewed image is logged; a thumbnail in the list is not', async () => {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const file = new File([png], 'passport.png', { type: 'image/png' })
  const url = `/api/admin/users/${client.id}/attachments`
  const { body } = await app.api.upload(url, { category: 'image' }, file)
  const listed = await app.send('GET', body.thumbnail_url, { headers: { authorization: '' } })
  expect(listed.status).toBe(200)
  expect(await entries(app)).toEqual([])
  const shown = await app.send('GET', body.preview_url, { headers: { authorization: '' } })
  expect(shown.status).toBe(200)
  expect((await entries(app))[0]).toMatchObject({
    event: 'file-downloaded',
    email: ADMIN.email,
    detail: 'passport.png',
  })
})

test('the log cannot be altered or removed', async () => {
  const app = await startTestApp()
  await logIn(app)
  const { db } = app.deps
  const refused = 'security_log is append-only'
  await expect(sql`update security_log set email = 'x'`.execute(db)).rejects.toThrow(refused)
  await expect(sql`delete from security_log`.execute(db)).rejects.toThrow(refused)
  await expect(sql`truncate security_log`.execute(db)).rejects.toThrow(refused)
  expect(await entries(app)).toHaveLength(1)
})

test('the log is searched, filtered by event and paged', async () => {
  const app = await startTestApp()
  const colleague = { email: 'colleague@example.com', password: 'velvet anchor thursday' }
  await anAdmin(app.deps, colleague)
  await addAuthenticator(app, await logIn(app, colleague))
  await app.api.post('/api/auth/login', { email: 'stranger_1@example.com', password: 'x' })
  expect(await entries(app, '?search=stranger_1')).toHaveLength(1)
  expect(await entries(app, '?search=%25')).toHaveLength(0)
  expect(await entries(app, '?event=factor-added')).toHaveLength(1)
  const byWords = await entries(app, '?search=authenticator%20app&event=second-step-passed')
  expect(byWords.map(({ detail }) => detail)).toEqual(['totp'])
  const first = await app.api.get('/api/security-log?limit=2')
  const second = await app.api.get('/api/security-log?limit=2&page=2')
  expect(first.body.total).toBe(second.body.total)
  const ids = [...first.body.entries, ...second.body.entries].map(({ id }: SecurityEntry) => id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
})

test('the log holds no token, code, password or secret', async () => {
  const app = await startTestApp()
  const token = await logIn(app)
  const { secret, recoveryCodes } = await addAuthenticator(app, token)
  await app.api.post('/api/auth/login', { email: ADMIN.email, password: 'a wrong secret' })
  await app.send('POST', '/api/auth/recovery-code', {
    ...bearer(await logIn(app)),
    payload: { code: recoveryCodes[0] },
  })
  const stored = JSON.stringify(await app.deps.db.selectFrom('security_log').selectAll().execute())
  for (const hidden of [token, secret, recoveryCodes[0], 'a wrong secret', ADMIN.password])
    expect(stored).not.toContain(hidden)
})
