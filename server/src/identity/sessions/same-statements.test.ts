// @module-tag heavy
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { addAdmin, changeAdmin } from '../administrators/queries.ts'

const password = 'velvet anchor thursday'

/** The addresses of accounts in every state, and one without an account. */
async function addresses({ deps }: TestApp): Promise<string[]> {
  const invited_at = deps.now().toISOString()
  const banned_until = '9999-12-31T00:00:00.000Z'
  const { id } = await anAdmin(deps, { email: 'off@example.com', password })
  await changeAdmin(deps.db, id, { banned_until })
  const changing = await anAdmin(deps, { email: 'changing@example.com', password })
  await changeAdmin(deps.db, changing.id, { new_email: 'changed@example.com' })
  await addAdmin(deps.db, { email: 'invited@example.com', invited_at })
  await addAdmin(deps.db, { email: 'unconfirmed@example.com', role: 'member' })
  return ['nobody', 'admin', 'off', 'changing', 'invited', 'unconfirmed'].map(
    (name) => `${name}@example.com`,
  )
}

/** Collects the statements about accounts, without those of the mail queue. */
function watchStatements() {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  return () =>
    query.mock.calls
      .splice(0)
      .map(([text]) => String(text))
      .filter((text) => /admins|one_time_codes|security_log|throttle|emit_message/.test(text))
      .filter((text) => !text.includes('from messages'))
}

test.each<[string, object]>([
  ['/api/auth/forgot-password', {}],
  ['/auth/v1/recover', {}],
  ['/auth/v1/otp', {}],
  ['/auth/v1/resend', { type: 'signup' }],
  ['/auth/v1/resend', { type: 'email_change' }],
  ['/auth/v1/signup', { password }],
  ['/auth/v1/verify', { type: 'email', token: '000000' }],
])('runs the same statements with and without an account: %s %o', async (path, payload) => {
  const app = await startTestApp({ ALLOW_SIGNUP: 'on' })
  const emails = await addresses(app)
  const statements = watchStatements()
  const ran: Record<string, string[]> = {}
  for (const email of emails) {
    await app.deps.accountMail.idle()
    statements()
    await app.send('POST', path, { payload: { email, ...payload }, headers: { authorization: '' } })
    await app.deps.accountMail.idle()
    ran[email] = statements()
  }
  expect(ran[ADMIN.email]!.length).toBeGreaterThan(3)
  expect(ran).toEqual(Object.fromEntries(emails.map((email) => [email, ran[ADMIN.email]])))
})
