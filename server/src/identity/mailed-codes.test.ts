import { expect, test } from 'vitest'
import { accountMail, accountMailsTo } from '../../../testing/account-mails.ts'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import { lockAdmin } from './administrators/queries.ts'
import { resolveIdentity } from './providers/resolve-identity.ts'

const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }
const VERIFY = '/auth/v1/verify'
const otherThan = (digits: string) => (digits === '000000' ? '111111' : '000000')

const usable = ({ deps }: TestApp) =>
  deps.db.selectFrom('one_time_codes').select('id').where('code_hash', '<>', '').execute()

test('only one of two mails asked for together has valid digits', async () => {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps)
  const ask = () => app.api.post('/auth/v1/otp', { email: ADMIN.email })
  await transact(app.deps.db, async (tx) => {
    // Blocks writes of codes until both mails wait.
    await tx.selectFrom('admins').select('id').where('id', '=', id).forUpdate().execute()
    await Promise.all([ask(), ask()])
    await awaitBlocked(app.deps.db, 2)
  })
  expect(await accountMailsTo(app, ADMIN.email, 'Sign in')).toHaveLength(2)
  expect(await usable(app)).toHaveLength(1)
})

test('wrong digits take the same time for every address', async () => {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps)
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  const { digits } = await accountMail(app, ADMIN.email, 'Sign in')
  let answered = 0
  const give = async (email: string) => {
    const given = await app.api.post(VERIFY, { type: 'email', email, token: otherThan(digits) })
    answered++
    return given
  }
  const given: ReturnType<typeof give>[] = []
  await transact(app.deps.db, async (tx) => {
    await lockAdmin(tx, id)
    await tx.selectFrom('one_time_codes').select('id').forUpdate().execute()
    given.push(give(ADMIN.email), give('nobody@example.com'))
    await expect.poll(() => answered).toBe(2)
  })
  const [known, unknown] = await Promise.all(given)
  expect(known).toMatchObject({ status: 403, body: unknown!.body })
})

test('two accounts that wait for one address each use their own digits', async () => {
  const app = await startTestApp()
  const wanted = 'wanted@example.com'
  const waiting: { id: string; digits: string }[] = []
  for (const owner of [ADMIN, COLLEAGUE]) {
    const { id } = await anAdmin(app.deps, owner)
    const as = bearer(await logIn(app, owner))
    await app.send('POST', '/api/account/email', { ...as, payload: { email: wanted } })
    const mails = await accountMailsTo(app, wanted)
    const own = mails.find((mail) => waiting.every(({ digits }) => digits !== mail.digits))!
    waiting.push({ id, digits: own.digits })
  }
  const give = ({ digits }: { digits: string }) =>
    app.api.post(VERIFY, { type: 'email_change', email: wanted, token: digits })
  const [first, second] = waiting
  expect(await give(second!)).toMatchObject({ status: 200, body: { user: { id: second!.id } } })
  expect((await give(first!)).body.code).toBe('email_exists')
})

test('many concurrent wrong digits still void the right ones', async () => {
  const app = await startTestApp()
  const places = ['203.0.113.7', '127.0.0.1']
  const from = (remoteAddress: string, url: string, payload: object) =>
    app.send('POST', url, { payload, remoteAddress, headers: { authorization: '' } })
  for (const place of places) await from(place, '/api/auth/login', ADMIN)
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  const { digits } = await accountMail(app, ADMIN.email, 'Sign in')
  const give = (place: string, token: string) =>
    from(place, VERIFY, { type: 'email', email: ADMIN.email, token })
  const wrong = places.flatMap((place) =>
    Array.from({ length: 6 }, () => give(place, otherThan(digits))),
  )
  const statuses = (await Promise.all(wrong)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(10)
  await app.deps.accountMail.idle()
  expect((await give('198.51.100.1', digits)).status).toBe(403)
})

test.each([
  ['link', 'magiclink'],
  ['digits', 'otp'],
])("a switched-off account's use of the %s of a mail is logged", async (used, detail) => {
  const app = await startTestApp()
  const { id } = await anAdmin(app.deps)
  await app.api.post('/auth/v1/otp', { email: ADMIN.email })
  const { token, digits } = await accountMail(app, ADMIN.email, 'Sign in')
  const banned_until = '9999-12-31T00:00:00.000Z'
  await app.deps.db.updateTable('admins').set({ banned_until }).execute()
  const code = used === 'link' ? { token_hash: token } : { email: ADMIN.email, token: digits }
  const refused = await app.api.post(VERIFY, { type: 'magiclink', ...code })
  expect(refused.body.code).toBe('user_banned')
  const noted = await app.deps.db.selectFrom('security_log').selectAll().execute()
  expect(noted).toMatchObject([
    { event: 'sign-in-refused', admin_id: id, email: ADMIN.email, detail },
  ])
})

const INVITED = 'invited@example.com'
const person = { sub: 'one', email: INVITED, email_verified: true, name: null }
const from = { address: '127.0.0.1', userAgent: 'a test' }

test.each<[string, (app: TestApp, id: string, token: string) => Promise<unknown>]>([
  [
    'accepted through a provider',
    ({ deps }) => resolveIdentity(deps, person, { provider: 'entra', from }),
  ],
  [
    'withdrawn',
    ({ send }, id, token) => send('DELETE', `/api/administrators/${id}/invitation`, bearer(token)),
  ],
])('an invitation repeated while it is %s leaves no code behind', async (_, end) => {
  const app = await startTestApp()
  const token = await logIn(app)
  const post = (url: string, payload = {}) => app.send('POST', url, { ...bearer(token), payload })
  const { id } = (await post('/api/administrators', { email: INVITED })).body
  let again: ReturnType<typeof post> | undefined
  let ended: Promise<unknown> | undefined
  await transact(app.deps.db, async (tx) => {
    // Ends the invitation right after it is sent again.
    await lockAdmin(tx, id)
    again = post(`/api/administrators/${id}/invitation`)
    await awaitBlocked(app.deps.db, 1)
    ended = end(app, id, token)
    await awaitBlocked(app.deps.db, 2)
  })
  expect((await again!).status).toBe(200)
  await ended
  expect(await app.deps.db.selectFrom('one_time_codes').select('id').execute()).toEqual([])
})
