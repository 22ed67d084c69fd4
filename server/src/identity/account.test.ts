// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail, accountMailsTo } from '../../../testing/account-mails.ts'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { changeAdmin } from './administrators/queries.ts'
import { addIdentity, listIdentities } from './providers/queries.ts'

const MINUTE_MS = 60 * 1000
const password = 'velvet anchor thursday'

async function signedInBefore() {
  const app = await startTestApp()
  const token = await logIn(app)
  app.clock.ahead = 11 * MINUTE_MS
  const post = (url: string, payload: object = {}) =>
    app.send('POST', url, { ...bearer(token), payload })
  return { ...app, token, post, get: (url: string) => app.send('GET', url, bearer(token)) }
}

const digitsMailed = async (app: Pick<TestApp, 'deps' | 'config'>) =>
  (await accountMailsTo(app, ADMIN.email, 'Your confirmation code')).at(-1)!.digits

test("the account's reply holds nothing secret", async () => {
  const { get } = await signedInBefore()
  const { status, body } = await get('/api/account')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(String),
    email: ADMIN.email,
    new_email: null,
    role: 'admin',
    has_password: true,
    two_factor_required: false,
    factors: [],
    recovery_codes_left: 0,
    identities: [],
  })
})

test('a new password needs a proof and ends the other sessions', async () => {
  const app = await signedInBefore()
  const other = await logIn(app)
  const change = (proof: object) => app.post('/api/account/password', { password, ...proof })
  expect((await change({})).status).toBe(400)
  expect((await change({ current_password: 'wrong' })).status).toBe(422)
  expect((await change({ current_password: ADMIN.password })).status).toBe(200)
  expect((await app.send('GET', '/api/auth/me', bearer(other))).status).toBe(401)
  expect((await app.get('/api/auth/me')).status).toBe(200)
  await logIn(app, { ...ADMIN, password })
  await accountMail(app, ADMIN.email, 'Your password was changed')
})

test('a mailed code replaces the old password once, for 15 minutes', async () => {
  const app = await signedInBefore()
  await app.post('/api/account/code')
  const code = await digitsMailed(app)
  expect((await app.post('/api/account/password', { password, code })).status).toBe(200)
  const again = await app.post('/api/account/password', { password: `${password}!`, code })
  expect(again.status).toBe(422)
  await app.post('/api/account/code')
  const late = await digitsMailed(app)
  app.clock.ahead += 16 * MINUTE_MS
  expect((await app.post('/api/account/confirm', { code: late })).status).toBe(422)
})

test('a weak password does not use up the mailed code', async () => {
  const app = await signedInBefore()
  await app.post('/api/account/code')
  const code = await digitsMailed(app)
  const weak = await app.post('/api/account/password', { password: 'password123', code })
  expect(weak.body.code).toBe('weak_password')
  expect((await app.post('/api/account/password', { password, code })).status).toBe(200)
})

test("strangers do not delay a signed-in owner's proof", async () => {
  const app = await startTestApp()
  const elsewhere = { payload: { ...ADMIN, password: 'wrong' }, remoteAddress: '203.0.113.9' }
  for (let n = 0; n < 8; n++) await app.send('POST', '/api/auth/login', elsewhere)
  const moved = (password: string) =>
    app.send('POST', '/api/account/confirm', {
      payload: { current_password: password },
      remoteAddress: '203.0.113.77',
    })
  expect((await moved(ADMIN.password)).status).toBe(200)
  for (let n = 0; n < 5; n++) expect((await moved('wrong')).status).toBe(422)
  expect((await moved(ADMIN.password)).status).toBe(429)
})

test('the old password cannot be the new one', async () => {
  const app = await signedInBefore()
  const proof = { current_password: ADMIN.password, password: ADMIN.password }
  expect((await app.post('/api/account/password', proof)).body.code).toBe('same_password')
})

test.each([
  ['POST', '/api/account/email', { email: 'new@example.com' }],
  ['POST', '/api/account/totp', {}],
  ['POST', '/api/account/passkeys', {}],
  ['POST', '/api/account/recovery-codes', {}],
  ['POST', '/api/administrators', { email: 'new@example.com' }],
  ['DELETE', '/api/account/factors/00000000-0000-4000-8000-000000000000', undefined],
] as const)('an open session alone is not enough: %s %s', async (method, url, payload) => {
  const app = await signedInBefore()
  const refused = await app.send(method, url, { ...bearer(app.token), payload })
  expect(refused).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } })
  expect((await app.post('/api/account/confirm', { current_password: 'wrong' })).status).toBe(422)
  await app.post('/api/account/confirm', { current_password: ADMIN.password })
  const after = await app.send(method, url, { ...bearer(app.token), payload })
  expect(after.body.code).not.toBe('reauthentication_needed')
})

test('a new address counts once its mail is opened', async () => {
  const app = await signedInBefore()
  await app.post('/api/account/confirm', { current_password: ADMIN.password })
  const email = 'chief@example.com'
  expect((await app.post('/api/account/email', { email: 'Chief@example.com' })).status).toBe(200)
  expect((await app.get('/api/account')).body).toMatchObject({
    email: ADMIN.email,
    new_email: email,
  })
  await logIn(app)
  const { token } = await accountMail(app, email, 'Confirm your new address')
  await accountMail(app, ADMIN.email, 'Your address is about to change')
  expect((await app.api.post('/api/auth/link/confirm', { token })).status).toBe(200)
  expect((await app.get('/api/account')).body).toMatchObject({ email, new_email: null })
  await logIn(app, { ...ADMIN, email })
  const notice = await accountMail(app, ADMIN.email, 'Your address was changed')
  expect(notice.text).toContain(email)
})

test('a withdrawn or repeated change of address voids its mail', async () => {
  const app = await signedInBefore()
  await app.post('/api/account/confirm', { current_password: ADMIN.password })
  await app.post('/api/account/email', { email: 'one@example.com' })
  const one = await accountMail(app, 'one@example.com', 'Confirm your new address')
  await app.post('/api/account/email', { email: 'two@example.com' })
  expect((await app.api.post('/api/auth/link/confirm', { token: one.token })).status).toBe(403)
  const two = await accountMail(app, 'two@example.com', 'Confirm your new address')
  await app.send('DELETE', '/api/account/email', bearer(app.token))
  expect((await app.api.post('/api/auth/link/confirm', { token: two.token })).status).toBe(403)
  expect((await app.get('/api/account')).body).toMatchObject({
    email: ADMIN.email,
    new_email: null,
  })
})

test('an administrator sees that an address is already in use', async () => {
  const app = await signedInBefore()
  await anAdmin(app.deps, { email: 'colleague@example.com', password })
  await app.post('/api/account/confirm', { current_password: ADMIN.password })
  const { body } = await app.post('/api/account/email', { email: 'colleague@example.com' })
  expect(body.code).toBe('email_exists')
})

test('a member does not learn that an address is in use', async () => {
  const app = await startTestApp()
  const member = { email: 'member@example.com', password }
  const { id } = await anAdmin(app.deps, member)
  await app.deps.db.updateTable('admins').set({ role: 'member' }).where('id', '=', id).execute()
  const as = bearer(await logIn(app, member))
  const ask = async (email: string) => {
    const { status, body } = await app.send('POST', '/api/account/email', {
      ...as,
      payload: { email },
    })
    const { new_email } = (await app.send('GET', '/api/account', as)).body
    return { status, message: body.message.replace(email, '…'), waits: new_email === email }
  }
  expect(await ask(ADMIN.email)).toEqual(await ask('nobody@example.com'))
  const { token } = await accountMail(app, ADMIN.email, 'Someone wanted to use your address')
  expect(token).toBe('')
  await ask(ADMIN.email)
  const resend = { email: member.email, type: 'email_change' }
  expect((await app.api.post('/auth/v1/resend', resend)).status).toBe(200)
  expect(await accountMailsTo(app, ADMIN.email, 'Confirm your new address')).toEqual([])
  expect(
    (
      await app.send('POST', '/api/account/email', {
        ...as,
        payload: { email: 'other@example.com' },
      })
    ).status,
  ).toBe(429)
})

test('sessions are listed by device and ended one by one or together', async () => {
  const app = await startTestApp()
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  const phone = await app.send('POST', '/api/auth/login', {
    payload: ADMIN,
    headers: { 'user-agent': agent },
  })
  const own = await logIn(app)
  const list = async () => (await app.send('GET', '/api/account/sessions', bearer(own))).body
  const sessions = await list()
  expect(sessions.filter((each: { current: boolean }) => each.current)).toHaveLength(1)
  const other = sessions.find((each: { device: string }) => each.device === 'Chrome on Windows')
  expect((await app.send('DELETE', `/api/account/sessions/${other.id}`, bearer(own))).status).toBe(
    200,
  )
  expect((await app.send('GET', '/api/auth/me', bearer(phone.body.token))).status).toBe(401)
  await logIn(app)
  const { body } = await app.send('POST', '/api/account/sessions/end-others', bearer(own))
  expect(body.ended).toBeGreaterThan(0)
  expect(await list()).toHaveLength(1)
})

test('nobody ends the session of someone else', async () => {
  const app = await startTestApp()
  const colleague = { email: 'colleague@example.com', password }
  await anAdmin(app.deps, colleague)
  const theirs = await logIn(app, colleague)
  const [session] = (await app.send('GET', '/api/account/sessions', bearer(theirs))).body
  expect((await app.api.delete(`/api/account/sessions/${session.id}`)).status).toBe(404)
  expect((await app.send('GET', '/api/auth/me', bearer(theirs))).status).toBe(200)
})

test('new recovery codes void the old ones', async () => {
  const app = await startTestApp()
  const { token, recoveryCodes } = await addAuthenticator(app, await logIn(app))
  const made = await app.send('POST', '/api/account/recovery-codes', bearer(token))
  expect(made.body.recovery_codes).toHaveLength(10)
  await accountMail(app, ADMIN.email, 'You have new recovery codes')
  const first = await logIn(app)
  const use = (code: string) =>
    app.send('POST', '/api/auth/recovery-code', { ...bearer(first), payload: { code } })
  expect((await use(recoveryCodes[0])).status).toBe(422)
  expect((await use(made.body.recovery_codes[0])).status).toBe(200)
})

test('an account without its last factor needs only the password', async () => {
  const app = await startTestApp()
  const { id, token } = await addAuthenticator(app, await logIn(app))
  expect((await app.send('DELETE', `/api/account/factors/${id}`, bearer(token))).status).toBe(200)
  expect((await app.send('GET', '/api/auth/me', bearer(await logIn(app)))).status).toBe(200)
  await accountMail(app, ADMIN.email, 'A second factor was added')
  await accountMail(app, ADMIN.email, 'A second factor was removed')
})

test('concurrent removals keep one factor under REQUIRE_2FA', async () => {
  const app = await startTestApp({ REQUIRE_2FA: 'on' })
  const first = await addAuthenticator(app, await logIn(app))
  const { id, token } = await addAuthenticator(app, first.token)
  const remove = (factor: string) =>
    app.send('DELETE', `/api/account/factors/${factor}`, bearer(token))
  let removals: ReturnType<typeof remove>[] = []
  await transact(app.deps.db, async (tx) => {
    await tx.selectFrom('factors').select('id').forUpdate().execute()
    removals = [remove(first.id), remove(id)]
    await awaitBlocked(app.deps.db, 2)
  })
  const answers = await Promise.all(removals)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await app.send('GET', '/api/account', bearer(token))
  expect(body).toMatchObject({ factors: [{}], recovery_codes_left: 10 })
})

test('concurrent unlinkings keep one way to sign in', async () => {
  const { deps, ...app } = await startTestApp()
  const { id: admin_id } = await anAdmin(deps)
  const own = bearer(await logIn(app))
  const created_at = deps.now().toISOString()
  const identity = { admin_id, provider: 'local', email: null, data: '{}', created_at }
  for (const subject of ['one', 'two'])
    await addIdentity(deps.db, { ...identity, subject, last_sign_in_at: null })
  await changeAdmin(deps.db, admin_id, { password_hash: null })
  const linked = await listIdentities(deps.db, admin_id)
  let removals: ReturnType<typeof app.send>[] = []
  await transact(deps.db, async (tx) => {
    await tx.selectFrom('identities').select('id').forUpdate().execute()
    removals = linked.map(({ id }) => app.send('DELETE', `/api/account/identities/${id}`, own))
    await awaitBlocked(deps.db, 2)
  })
  const statuses = (await Promise.all(removals)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 422])
})
