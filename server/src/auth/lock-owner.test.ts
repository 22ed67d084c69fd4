import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeAdmin, findAdminByEmail } from '../administrators/queries.ts'
import { deleteCodes, WAYS_IN } from '../codes/queries.ts'
import { transact } from '../db/transact.ts'
import { linkPerson, resolveIdentity } from '../providers/resolve-identity.ts'
import { accountMail } from '../testing/account-mails.ts'
import { ADMIN, anAdmin } from '../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { hashPassword } from './password.ts'
import { deleteSessions } from './queries.ts'

const password = 'amber violin quarry'
const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }

/** What whoever sits in another one's session may try as its owner ends it. */
const TRIES = {
  'sets a password': {
    method: 'POST',
    url: '/api/account/password',
    payload: { current_password: ADMIN.password, password: 'orchid timber lantern' },
  },
  'asks for another address': {
    method: 'POST',
    url: '/api/account/email',
    payload: { email: 'elsewhere@example.com' },
  },
  'switches a colleague off': {
    method: 'POST',
    url: '/api/administrators/ID/off',
    payload: {},
  },
} as const

test.each(Object.entries(TRIES))(
  'who %s as the session is ended from elsewhere is too late',
  async (_, { method, url, payload }) => {
    const app = await startTestApp()
    const { db } = app.deps
    const colleague = await anAdmin(app.deps, COLLEAGUE)
    const intruder = await logIn(app)
    const { id } = (await findAdminByEmail(db, ADMIN.email))!
    const password_hash = await hashPassword(password)
    const { late } = await transact(db, async (tx) => {
      await changeAdmin(tx, id, { password_hash })
      // Past the guard by then on PostgreSQL; on the embedded database it comes afterwards.
      const late = app.send(method, url.replace('ID', colleague.id), {
        ...bearer(intruder),
        payload,
      })
      await sleep(300)
      await deleteSessions(tx, id)
      await deleteCodes(tx, id, WAYS_IN)
      return { late }
    })
    expect((await late).status).toBe(401)
    expect(await findAdminByEmail(db, ADMIN.email)).toMatchObject({
      password_hash,
      new_email: null,
    })
    expect((await findAdminByEmail(db, COLLEAGUE.email))?.banned_until).toBeNull()
  },
)

test('of two administrators who remove each other at once one stays', async () => {
  const app = await startTestApp()
  const colleague = await anAdmin(app.deps, COLLEAGUE)
  await anAdmin(app.deps, { email: 'third@example.com', password: COLLEAGUE.password })
  const [first, second] = [await logIn(app), await logIn(app, COLLEAGUE)]
  const { id } = (await findAdminByEmail(app.deps.db, ADMIN.email))!
  const statuses = await Promise.all([
    app.send('DELETE', `/api/administrators/${colleague.id}`, bearer(first)),
    app.send('DELETE', `/api/administrators/${id}`, bearer(second)),
  ])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await app.deps.db.selectFrom('admins').select('id').execute()).toHaveLength(2)
})

test('a new password ends a change of address that was asked for before', async () => {
  const app = await startTestApp()
  const token = await logIn(app)
  await app.send('POST', '/api/account/email', {
    ...bearer(token),
    payload: { email: 'elsewhere@example.com' },
  })
  const link = await accountMail(app, 'elsewhere@example.com', 'Confirm')
  await app.send('POST', '/api/account/password', {
    ...bearer(token),
    payload: { current_password: ADMIN.password, password },
  })
  const { status } = await app.api.post('/api/auth/link/confirm', { token: link.token })
  expect(status).toBe(403)
  const admin = await findAdminByEmail(app.deps.db, ADMIN.email)
  expect(admin?.new_email).toBeNull()
})

test('recovery codes made twice at once are ten, and those told last', async () => {
  const app = await startTestApp()
  const { token } = await addAuthenticator(app, await logIn(app))
  const make = () =>
    app.send('POST', '/api/account/recovery-codes', { ...bearer(token), payload: {} })
  const made = await Promise.all([make(), make(), make()])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await app.deps.db.selectFrom('recovery_codes').select('code_hash').execute()).toHaveLength(
    10,
  )
})

const person = { sub: 'one', email: 'new@example.com', email_verified: true, name: 'New' }
const from = { address: '127.0.0.1', userAgent: 'a test' }

test('two tabs that come from a provider for the first time at once are one account', async () => {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const come = () => resolveIdentity(app.deps, person, { provider: 'entra', from })
  const ids = await Promise.all([come(), come(), come()])
  expect(new Set(ids).size).toBe(1)
})

test('an account of a provider that is linked in two tabs at once is linked', async () => {
  const app: TestApp = await startTestApp()
  await logIn(app)
  const session = await app.deps.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const owner = { id: session.admin_id, sessionId: session.id, ...from }
  const link = () => linkPerson(app.deps, owner, person, 'entra')
  await Promise.all([link(), link(), link()])
  expect(await app.deps.db.selectFrom('identities').select('id').execute()).toHaveLength(1)
})
