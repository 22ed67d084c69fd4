// @module-tag heavy
import { expect, test } from 'vitest'
import { accountMail, accountMailsTo } from '../../../../testing/account-mails.ts'
import { awaitBlocked } from '../../../../testing/await-blocked.ts'
import { ADMIN, anAdmin } from '../../../../testing/make.ts'
import { addAuthenticator, bearer, logIn } from '../../../../testing/second-factor.ts'
import { startTestApp } from '../../../../testing/start-test-app.ts'
import { transact } from '../../db/transact.ts'
import { resetSecondFactorByCommand } from './operator.ts'
import { changeAdmin, findAdmin } from './queries.ts'

const password = 'velvet anchor thursday'
const COLLEAGUE = { email: 'colleague@example.com', password }
const ALL = '/api/administrators'

/** A signed-in administrator and a colleague. */
async function withColleague() {
  const app = await startTestApp()
  const { id: colleagueId } = await anAdmin(app.deps, COLLEAGUE)
  const token = await logIn(app)
  const as = bearer(token)
  return {
    ...app,
    colleagueId,
    list: async () => (await app.send('GET', ALL, as)).body,
    post: (url: string, payload: object = {}) => app.send('POST', url, { ...as, payload }),
    remove: (url: string) => app.send('DELETE', url, as),
  }
}

test('an invited colleague sets a password from the mail and works', async () => {
  const app = await withColleague()
  const invited = await app.post(ALL, { email: 'New@example.com' })
  const code = 'written_to_outbox'
  expect(invited.body).toMatchObject({ email: 'new@example.com', state: 'invited', code })
  const { token, text } = await accountMail(app, 'new@example.com', 'You are invited')
  expect(text).toContain('If a page asks for a code: ')
  expect(invited.body.link).toMatch(new RegExp(`/link#${token}$`))
  expect(JSON.stringify(await app.list())).not.toContain(token)
  const read = await app.api.post('/api/auth/link', { token })
  expect(read.body).toMatchObject({ kind: 'invite', email: 'new@example.com' })
  expect((await app.api.post('/api/auth/link/password', { token, password })).status).toBe(200)
  const theirs = bearer(await logIn(app, { email: 'new@example.com', password }))
  expect((await app.send('GET', '/api/admin/users', theirs)).status).toBe(200)
  const listed = (await app.list()).find(
    (each: { email: string }) => each.email === 'new@example.com',
  )
  expect(listed).toMatchObject({ state: 'active', invitation_expires_at: null })
})

test('an invitation can be repeated and withdrawn, voiding its links', async () => {
  const app = await withColleague()
  const { body } = await app.post(ALL, { email: 'new@example.com' })
  expect((await app.post(`${ALL}/${body.id}/invitation`)).status).toBe(200)
  const mails = await accountMailsTo(app, 'new@example.com')
  expect(mails).toHaveLength(2)
  expect((await app.remove(`${ALL}/${body.id}/invitation`)).status).toBe(200)
  for (const { token } of mails)
    expect((await app.api.post('/api/auth/link', { token })).status).toBe(403)
  expect((await app.remove(`${ALL}/${body.id}/invitation`)).status).toBe(404)
})

test('an invitation accepted while it is withdrawn stays accepted', async () => {
  const app = await withColleague()
  const { body } = await app.post(ALL, { email: 'new@example.com' })
  let withdrawn: ReturnType<typeof app.remove> | undefined
  await transact(app.deps.db, async (tx) => {
    await changeAdmin(tx, body.id, { email_confirmed_at: new Date().toISOString() })
    withdrawn = app.remove(`${ALL}/${body.id}/invitation`)
    await awaitBlocked(app.deps.db)
  })
  expect(await withdrawn).toMatchObject({
    status: 404,
    body: { message: 'This invitation is no longer open.' },
  })
  expect(await findAdmin(app.deps.db, body.id)).toBeDefined()
})

test('a known address cannot be invited', async () => {
  const app = await withColleague()
  const { status, body } = await app.post(ALL, { email: COLLEAGUE.email })
  expect(status).toBe(422)
  expect(body.fields.email).toBe('This address already has an account.')
})

test('a switched-off account stays out until it is switched on', async () => {
  const app = await withColleague()
  const theirs = await logIn(app, COLLEAGUE)
  expect((await app.post(`${ALL}/${app.colleagueId}/off`)).body.state).toBe('off')
  expect((await app.send('GET', '/api/auth/me', bearer(theirs))).status).toBe(401)
  const refused = await app.api.post('/api/auth/login', COLLEAGUE)
  expect(refused).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  expect((await app.post(`${ALL}/${app.colleagueId}/on`)).body.state).toBe('active')
  await logIn(app, COLLEAGUE)
})

test('a wrong password for a switched-off account reveals nothing', async () => {
  const app = await withColleague()
  await app.post(`${ALL}/${app.colleagueId}/off`)
  const { status } = await app.api.post('/api/auth/login', { ...COLLEAGUE, password: 'wrong' })
  expect(status).toBe(401)
})

test('a removed account loses access at once; its actions stay on record', async () => {
  const app = await withColleague()
  const theirs = await logIn(app, COLLEAGUE)
  expect((await app.remove(`${ALL}/${app.colleagueId}`)).status).toBe(200)
  expect((await app.send('GET', '/api/auth/me', bearer(theirs))).status).toBe(401)
  expect((await app.api.post('/api/auth/login', COLLEAGUE)).status).toBe(401)
  const log = await app.api.get('/api/security-log?search=colleague')
  const events = log.body.entries.map((entry: { event: string }) => entry.event)
  expect(events).toEqual(['sign-in-failed', 'admin-removed', 'signed-in'])
})

test("a colleague resets a lost phone's factor, and its owner is informed", async () => {
  const app = await withColleague()
  const theirs = await addAuthenticator(app, await logIn(app, COLLEAGUE))
  const { body } = await app.post(`${ALL}/${app.colleagueId}/reset-2fa`)
  expect(body.two_factor_enabled).toBe(false)
  expect((await app.send('GET', '/api/auth/me', bearer(theirs.token))).status).toBe(401)
  const token = await logIn(app, COLLEAGUE)
  expect((await app.send('GET', '/api/auth/me', bearer(token))).status).toBe(200)
  const mail = await accountMail(app, COLLEAGUE.email, 'Two-factor authentication was switched off')
  expect(mail.text).toContain(ADMIN.email)
})

type App = Awaited<ReturnType<typeof withColleague>>

const resetByColleague = ({ post, colleagueId }: App) => post(`${ALL}/${colleagueId}/reset-2fa`)
const resetThroughService = ({ remove, colleagueId }: App, factorId: string) =>
  remove(`/auth/v1/admin/users/${colleagueId}/factors/${factorId}`)
const resetAtServer = ({ deps }: App) =>
  resetSecondFactorByCommand(deps.db, COLLEAGUE.email, deps.now())

test.each([
  ['by a colleague', resetByColleague],
  ['through the service', resetThroughService],
  ['at the server', resetAtServer],
])('after a reset %s a new authenticator app works at once', async (_, reset) => {
  const app = await withColleague()
  const { id } = await addAuthenticator(app, await logIn(app, COLLEAGUE))
  const first = bearer(await logIn(app, COLLEAGUE))
  const guess = () =>
    app.send('POST', '/api/auth/verify-2fa', { ...first, payload: { code: '000000' } })
  for (let n = 0; n < 6; n++) await guess()
  expect((await guess()).status).toBe(429)
  await reset(app, id)
  await addAuthenticator(app, await logIn(app, COLLEAGUE))
})

test('nobody switches off or removes their own account', async () => {
  const app = await withColleague()
  const own = (await anAdmin(app.deps)).id
  for (const refused of [await app.post(`${ALL}/${own}/off`), await app.remove(`${ALL}/${own}`)])
    expect(refused).toMatchObject({ status: 409, body: { code: 'yourself' } })
})

test('two who switch each other off together leave one active', async () => {
  const app = await withColleague()
  const own = (await anAdmin(app.deps)).id
  const [mine, theirs] = [await logIn(app), await logIn(app, COLLEAGUE)]
  const off = (id: string, token: string) => app.send('POST', `${ALL}/${id}/off`, bearer(token))
  const answers = await Promise.all([off(app.colleagueId, mine), off(own, theirs)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a self-made account may do nothing until it is approved', async () => {
  const app = await withColleague()
  await app.deps.db
    .updateTable('admins')
    .set({ role: 'member' })
    .where('id', '=', app.colleagueId)
    .execute()
  const theirs = bearer(await logIn(app, COLLEAGUE))
  for (const path of ['/api/admin/users', '/api/administrators', '/api/security-log']) {
    const { status, body } = await app.send('GET', path, theirs)
    expect({ path, status, code: body.code }).toEqual({ path, status: 403, code: 'not_admin' })
  }
  expect((await app.send('GET', '/api/account', theirs)).status).toBe(200)
  expect((await app.post(`${ALL}/${app.colleagueId}/approve`)).body.state).toBe('active')
  expect((await app.send('GET', '/api/admin/users', theirs)).status).toBe(200)
})
