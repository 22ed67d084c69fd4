import { expect, test } from 'vitest'
import { accountMail } from '../../../../testing/account-mails.ts'
import { awaitBlocked } from '../../../../testing/await-blocked.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import type { Db } from '../../db/schema.ts'
import { transact } from '../../db/transact.ts'
import { changeAdmin, findAdminByEmail } from '../administrators/queries.ts'
import { deleteCodes, WAYS_IN } from '../one-time-codes.ts'
import { hashPassword } from '../passwords.ts'
import { linkPerson, resolveIdentity } from '../providers/resolve-identity.ts'
import { deleteSessions } from './queries.ts'

const password = 'amber violin quarry'
const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }

/** Calls of an intruder's session that race with its end by the owner. */
const TRIES: [what: string, method: 'POST' | 'DELETE', url: string, payload?: object][] = [
  [
    'sets a password',
    'POST',
    '/api/account/password',
    { current_password: ADMIN.password, password: 'orchid timber lantern' },
  ],
  ['asks for another address', 'POST', '/api/account/email', { email: 'elsewhere@example.com' }],
  ['removes a second factor', 'DELETE', '/api/account/factors/FACTOR'],
  ['removes the recovery codes', 'DELETE', '/auth/v1/factors/recovery-codes'],
  ['switches a colleague off', 'POST', '/api/administrators/COLLEAGUE/off', {}],
  ['invites someone', 'POST', '/api/administrators', { email: 'elsewhere@example.com' }],
  ['invites someone again', 'POST', '/api/administrators/INVITED/invitation', {}],
  ['withdraws an invitation', 'DELETE', '/api/administrators/INVITED/invitation'],
  [
    'makes an account',
    'POST',
    '/auth/v1/admin/users',
    { email: 'elsewhere@example.com', password: 'orchid timber lantern', email_confirm: true },
  ],
]

/** An admin with a second factor, a colleague and an invited one; `named` puts their ids into a path. */
async function intrude() {
  const app = await startTestApp()
  const colleagueId = (await anAdmin(app.deps, COLLEAGUE)).id
  const { token, id } = await addAuthenticator(app, await logIn(app))
  const as = bearer(token)
  const email = 'invited@example.com'
  const invited = await app.send('POST', '/api/administrators', { ...as, payload: { email } })
  const named = (url: string) =>
    url.replace('COLLEAGUE', colleagueId).replace('INVITED', invited.body.id).replace('FACTOR', id)
  return { ...app, as, named }
}

const standing = async (db: Db) => ({
  admins: await db.selectFrom('admins').selectAll().orderBy('email').execute(),
  factors: await db.selectFrom('factors').selectAll().execute(),
  codes: await db.selectFrom('recovery_codes').select('code_hash').orderBy('code_hash').execute(),
})

test.each(TRIES)('an ended session cannot finish: %s', async (_, method, url, payload) => {
  const { deps, send, as, named } = await intrude()
  const { id } = (await findAdminByEmail(deps.db, ADMIN.email))!
  const password_hash = await hashPassword(password)
  let late: ReturnType<typeof send> | undefined
  const before = await transact(deps.db, async (tx) => {
    await changeAdmin(tx, id, { password_hash })
    // The call has passed the guard by then.
    late = send(method, named(url), { ...as, payload })
    await awaitBlocked(deps.db)
    await deleteSessions(tx, id)
    await deleteCodes(tx, id, WAYS_IN)
    return standing(tx)
  })
  expect((await late!).status).toBe(401)
  expect(await standing(deps.db)).toEqual(before)
})

test('two administrators who remove each other together leave one', async () => {
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

test('a new password ends a pending change of address', async () => {
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

test('two concurrent sets of recovery codes leave the last ten', async () => {
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

test('two first returns from a provider make one account', async () => {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const come = () => resolveIdentity(app.deps, person, { provider: 'entra', from })
  const ids = await Promise.all([come(), come(), come()])
  expect(new Set(ids).size).toBe(1)
})

test("a provider's account linked in two tabs is linked once", async () => {
  const app: TestApp = await startTestApp()
  await logIn(app)
  const session = await app.deps.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const owner = { id: session.admin_id, sessionId: session.id, ...from }
  const link = () => linkPerson(app.deps, owner, person, 'entra')
  await Promise.all([link(), link(), link()])
  expect(await app.deps.db.selectFrom('identities').select('id').execute()).toHaveLength(1)
})
