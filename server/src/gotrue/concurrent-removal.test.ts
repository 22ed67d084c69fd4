// @module-tag heavy
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { enrolApp } from '../../../testing/enrol.ts'
import { ADMIN, anAdmin } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startService } from '../../../testing/start-service.ts'
import { redirectTo, startWithProvider } from '../../../testing/start-with-provider.ts'
import type { Database, Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { deleteAdmin, findAdminByEmail } from '../identity/administrators/queries.ts'

/** A call whose rows are removed meanwhile gets a refusal, not a 500. */

const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }

/** Runs the statement `removal` just before the next insert into `table`. */
async function goneBefore(db: Db, table: keyof Database, removal: string) {
  await sql`create function remove_it() returns trigger language plpgsql as $$
    begin ${sql.raw(removal)}; return new; end $$`.execute(db)
  await sql`create trigger gone_meanwhile before insert on ${sql.table(table)}
    for each row execute function remove_it()`.execute(db)
  onTestFinished(async () => {
    await sql`drop function remove_it cascade`.execute(db)
  })
}

test('a session that ends before its refresh token is reported as ended', async () => {
  const { signedIn, clock, deps } = await startService()
  const { factorId, codeAt } = await enrolApp(await signedIn(), deps.now)
  const auth = await signedIn()
  clock.ahead += 30_000
  await goneBefore(deps.db, 'refresh_tokens', 'delete from sessions where id = new.session_id')
  const { data } = await auth.mfa.challenge({ factorId })
  const proof = { factorId, challengeId: data!.id, code: codeAt(deps.now()) }
  const { error } = await auth.mfa.verify(proof)
  expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('a factor that is removed during its challenge is reported missing', async () => {
  const { signedIn, deps } = await startService()
  const auth = await signedIn()
  const { factorId } = await enrolApp(auth, deps.now)
  await goneBefore(deps.db, 'challenges', 'delete from factors where id = new.factor_id')
  const { error } = await auth.mfa.challenge({ factorId })
  expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
})

test("setting up a factor of a removed account reports the session's end", async () => {
  const { signedIn, deps } = await startService()
  const auth = await signedIn()
  await goneBefore(deps.db, 'factors', 'delete from admins where id = new.admin_id')
  const { error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(error).toMatchObject({ name: 'AuthSessionMissingError' })
})

test('a session that ends during a linking links nothing', async () => {
  const app = await startWithProvider()
  const as = bearer(await logIn(app))
  const begin = () =>
    app.send('POST', '/api/account/identities', {
      ...as,
      payload: { provider: 'local', return_to: '/account' },
    })
  let late: ReturnType<typeof begin> | undefined
  await transact(app.deps.db, async (tx) => {
    await tx.deleteFrom('sessions').execute()
    late = begin()
    await awaitBlocked(app.deps.db)
  })
  expect((await late!).status).toBe(401)
})

test.each(['for the first time', 'again'])(
  'a return %s to an account removed meanwhile is refused',
  async (time) => {
    const person = { sub: 'p2', email: COLLEAGUE.email, email_verified: true }
    const { deps, client, enter, leave } = await startWithProvider(person)
    const { id } = await anAdmin(deps, COLLEAGUE)
    if (time === 'again') expect((await enter(client())).error).toBeNull()
    let late: ReturnType<typeof leave> | undefined
    await transact(deps.db, async (tx) => {
      await deleteAdmin(tx, id)
      late = leave(client())
      await awaitBlocked(deps.db)
    })
    const page = await late!
    expect(page.origin + page.pathname).toBe(redirectTo)
    expect(page.searchParams.get('code')).toBeNull()
    expect(['signup_disabled', 'user_not_found']).toContain(page.searchParams.get('error'))
    expect(await findAdminByEmail(deps.db, ADMIN.email)).toBeDefined()
  },
)
