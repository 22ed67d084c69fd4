// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeLetters } from '../../../testing/letters.ts'
import { ADMIN, aClient } from '../../../testing/make.ts'
import { signIn } from '../../../testing/mass-mailing.ts'
import { backUp, type EmptyTarget, emptyTarget, PASSPHRASE } from '../../../testing/restored.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { addAuthenticator, logIn, nextCode } from '../../../testing/second-factor.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { insertBatch } from '../mailings/letters/queries.ts'

const CLIENTS = 3
const LONG = { timeout: 20_000 }

/** A mailing to clients who had answered, with nothing sent yet. */
async function waitingMailing({ deps, api }: TestApp) {
  await deps.sender.stop()
  for (let n = 0; n < CLIENTS; n++) await aClient(deps)
  await deps.db.updateTable('clients').set({ status: 'confirmed' }).execute()
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
}

/** Starts the product on the restored data. */
async function startOn({ DATABASE_URL, DATA_DIR }: EmptyTarget) {
  const server = await startProcess({ DATABASE_URL, DATA_DIR })
  onTestFinished(() => server.kill())
  const mails = async (folder = 'outbox') =>
    (await readdir(path.join(DATA_DIR, folder))).filter((name) => name.endsWith('.eml'))
  return { ...server, mails }
}

test('mails nobody until an administrator resumes a restored copy', async () => {
  const app = await startTestApp()
  await waitingMailing(app)
  const target = await emptyTarget()
  expect(await target.restore(await backUp(app.deps))).toMatchObject({ emailsCanceled: CLIENTS })
  const server = await startOn(target)
  const headers = await signIn(server)
  const get = async (route: string) =>
    (await server.call('GET', route, undefined, headers)).json() as Promise<Record<string, unknown>>
  await sleep(3_000)
  expect(await server.mails()).toEqual([])
  expect(await get('/api/admin/stats')).toMatchObject({
    confirmed: CLIENTS,
    restored: { emailsCanceled: CLIENTS },
    mail: { problem: expect.stringContaining('This is a restored copy') },
  })
  const resent = await server.call('POST', '/api/admin/resend-email/1', {}, headers)
  expect(await resent.json()).toEqual({
    message: expect.stringMatching(/^1 email is waiting: .* presses Resume on the dashboard\.$/),
    code: 'email_waiting',
  })
  expect(await server.mails()).toEqual([])

  expect((await server.call('POST', '/api/admin/resume', {}, headers)).status).toBe(200)
  await vi.waitFor(async () => expect(await server.mails()).toHaveLength(1), LONG)
  expect(await get('/api/admin/stats')).toMatchObject({ restored: null, mail: { problem: null } })
  const log = (await get('/api/security-log')) as { entries: { event: string }[] }
  const events = log.entries.map(({ event }) => event)
  expect(events.filter((event) => /^res/.test(event))).toEqual(['resumed', 'restored'])
})

test('still sends sign-in emails from a restored copy', async () => {
  const app = await startTestApp()
  const target = await emptyTarget()
  await target.restore(await backUp(app.deps))
  const server = await startOn(target)
  await server.call('POST', '/api/auth/forgot-password', { email: ADMIN.email })
  await vi.waitFor(async () => expect(await server.mails('account-mails')).toHaveLength(1), LONG)
})

test('ends sessions, codes and imports at a restore', async () => {
  const app = await startTestApp()
  await app.api.post('/api/auth/forgot-password', { email: ADMIN.email })
  await app.deps.accountMail.idle()
  const id = randomUUID()
  const importRow = { id, file_name: 'a.csv', file_hash: 'x', admin_email: ADMIN.email }
  const created_at = new Date().toISOString()
  await app.deps.db
    .insertInto('imports')
    .values({ ...importRow, send: true, clients_before: 0, created_at, lease_until: '2100-01-01' })
    .execute()
  await app.deps.db.insertInto('file_removals').values({ key: '1/x', due_at: created_at }).execute()
  const file = await backUp(app.deps, PASSPHRASE)
  await app.deps.db.deleteFrom('imports').execute()
  const target = await emptyTarget({ BACKUP_PASSPHRASE: PASSPHRASE })
  await target.restore(file)
  for (const table of ['sessions', 'one_time_codes', 'refresh_tokens', 'file_removals'] as const)
    expect(await target.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  const [record] = await target.db.selectFrom('imports').selectAll().execute()
  expect(record).toMatchObject({ id, state: 'failed', error: expect.stringContaining('backup') })
  const server = await startOn(target)
  const old = { authorization: `Bearer ${app.token}` }
  expect((await server.call('GET', '/api/auth/me', undefined, old)).status).toBe(401)
  expect(await signIn(server)).toBeTruthy()
})

test('rejects an app’s codes without the secret key until a reset', async () => {
  const app = await startTestApp()
  const { secret } = await addAuthenticator(app, await logIn(app))
  const target = await emptyTarget()
  const { accountsToReset } = await target.restore(await backUp(app.deps))
  expect(accountsToReset).toEqual([ADMIN.email])
  expect(await target.db.selectFrom('signing_keys').selectAll().execute()).toEqual([])
  expect(await target.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const server = await startOn(target)
  const me = async () =>
    (await server.call('GET', '/api/admin/stats', undefined, await signIn(server))).status
  expect(await me()).toBe(403)
  const code = nextCode(app, secret)
  const answer = await server.call('POST', '/api/auth/verify-2fa', { code }, await signIn(server))
  expect(answer.status).toBe(422)
  const { DATABASE_URL, DATA_DIR } = target
  await runCommand('admin-command.ts', { DATABASE_URL, DATA_DIR }, 'reset-2fa', ADMIN.email)
  expect(await me()).toBe(200)
})

test('never reuses the original’s letter numbers in a restored copy', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await makeLetters(app, id)
  const target = await emptyTarget()
  await target.restore(await backUp(app.deps))
  await makeLetters(app, id)
  await insertBatch(target.db, [id], ADMIN.email, new Date().toISOString())
  const numbersIn = async ({ db }: Pick<EmptyTarget, 'db'>) =>
    (await db.selectFrom('letters').select('id').orderBy('id').execute()).map((row) => row.id)
  const [before, since] = await numbersIn(app.deps)
  expect(await numbersIn(target)).toEqual([before, expect.any(Number)])
  expect(await numbersIn(target)).not.toContain(since)
})
