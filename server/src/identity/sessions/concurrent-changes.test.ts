import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountMail } from '../../../../testing/account-mails.ts'
import { awaitBlocked } from '../../../../testing/await-blocked.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { transact } from '../../db/transact.ts'
import { openWireSession } from '../../gotrue/wire-sessions.ts'
import { resetPasswordByCommand } from '../administrators/operator.ts'
import { changeAdmin, findAdminByEmail } from '../administrators/queries.ts'
import { deleteCodes, WAYS_IN } from '../one-time-codes.ts'
import { hashPassword } from '../passwords.ts'
import { deleteSessions } from './queries.ts'
import { beginSession, checkCredentials } from './sessions.ts'

const LOGIN = '/api/auth/login'
const FROM = { address: '127.0.0.1', userAgent: 'a test' }
const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }
const password = 'amber violin quarry'

/** The ways to change a password. */
const CHANGES: Record<string, (app: TestApp) => Promise<unknown>> = {
  'by its owner': async (app) =>
    app.send('POST', '/api/account/password', {
      ...bearer(await logIn(app)),
      payload: { current_password: ADMIN.password, password },
    }),
  'by the mailed link': async (app) => {
    await app.api.post('/api/auth/forgot-password', { email: ADMIN.email })
    const { token } = await accountMail(app, ADMIN.email, 'Choose a new password')
    return app.api.post('/api/auth/link/password', { token, password })
  },
  'by an administrator': async (app) => {
    await anAdmin(app.deps, COLLEAGUE)
    const { id } = (await findAdminByEmail(app.deps.db, ADMIN.email))!
    return app.send('PUT', `/auth/v1/admin/users/${id}`, {
      ...bearer(await logIn(app, COLLEAGUE)),
      payload: { password },
    })
  },
  'by command': ({ deps }) => resetPasswordByCommand(deps.db, ADMIN.email, new Date()),
}

const sessionsOf = async ({ deps }: TestApp, email = ADMIN.email) => {
  const { id } = (await findAdminByEmail(deps.db, email))!
  return deps.db.selectFrom('sessions').select('id').where('admin_id', '=', id).execute()
}

test.each(Object.keys(CHANGES))(
  'rejects a password that was changed %s during its check',
  async (how) => {
    const app = await startTestApp()
    const checked = (await checkCredentials(app.deps, ADMIN, FROM))!
    await CHANGES[how]!(app)
    await app.deps.db.deleteFrom('sessions').execute()
    const step = { method: 'password' } as const
    expect(await beginSession(app.deps, checked, step, FROM)).toBeUndefined()
    const wire = openWireSession(app.deps, checked, step, FROM)
    await expect(wire).rejects.toThrow('Invalid login credentials')
    expect(await sessionsOf(app)).toEqual([])
  },
)

test('rejects a sign-in that waited for a password change', async () => {
  const app = await startTestApp()
  const checked = (await checkCredentials(app.deps, ADMIN, FROM))!
  const password_hash = await hashPassword(password)
  const late: Promise<unknown>[] = []
  await transact(app.deps.db, async (tx) => {
    await changeAdmin(tx, checked.id, { password_hash })
    await deleteSessions(tx, checked.id)
    for (let n = 0; n < 3; n++)
      late.push(beginSession(app.deps, checked, { method: 'password' }, FROM))
    await awaitBlocked(app.deps.db, 3)
  })
  expect(await Promise.all(late)).toEqual([undefined, undefined, undefined])
  expect(await sessionsOf(app)).toEqual([])
})

test('no concurrent sign-in with the old password survives', async () => {
  const app = await startTestApp()
  const own = await logIn(app)
  const wire = '/auth/v1/token?grant_type=password'
  const signIns = Array.from({ length: 8 }, (_, n) => app.api.post(n % 2 ? wire : LOGIN, ADMIN))
  const change = app.send('POST', '/api/account/password', {
    ...bearer(own),
    payload: { current_password: ADMIN.password, password },
  })
  expect((await change).status).toBe(200)
  const statuses = (await Promise.all(signIns)).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect(await sessionsOf(app)).toHaveLength(1)
  expect((await app.send('GET', '/api/auth/me', bearer(own))).status).toBe(200)
})

test.each([
  ['/api/auth/link/session', (token: string) => ({ token })],
  ['/auth/v1/verify', (token: string) => ({ token_hash: token, type: 'magiclink' })],
])('a link used during a password change leaves no session: %s', async (url, use) => {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps)
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  const { token } = await accountMail(app, ADMIN.email, 'Sign in')
  const password_hash = await hashPassword(password)
  let signIn: ReturnType<typeof app.api.post> | undefined
  await transact(app.deps.bulkDb, async (tx) => {
    // Blocks writes of sessions until the sign-in waits.
    await sql`lock table sessions in share row exclusive mode`.execute(tx)
    // PostgreSQL ends one side of this deadlock. If it is this one, the sign-in is over at the retry.
    if (!signIn) {
      signIn = app.api.post(url, use(token))
      await awaitBlocked(app.deps.db)
    }
    await changeAdmin(tx, id, { password_hash })
    await deleteSessions(tx, id)
    await deleteCodes(tx, id, WAYS_IN)
  })
  // 401: the session began and ended before the reply.
  expect([200, 401, 403]).toContain((await signIn!).status)
  expect(await sessionsOf(app)).toEqual([])
})

test('an account switched off during a sign-in does not get in', async () => {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps, COLLEAGUE)
  const checked = (await checkCredentials(app.deps, COLLEAGUE, FROM))!
  const off = await app.send('POST', `/api/administrators/${id}/off`, bearer(await logIn(app)))
  expect(off.status).toBe(200)
  for (const method of ['password', 'sso/oidc'] as const) {
    const opening = beginSession(app.deps, checked, { method }, FROM)
    await expect(opening).rejects.toThrow('This account is switched off.')
  }
})
