import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'

const stranger = { headers: { authorization: '' } }

test('health is told without a sign-in', async () => {
  const { send } = await startTestApp()
  expect((await send('GET', '/healthz', stranger)).body).toEqual({ status: 'up' })
  expect((await send('GET', '/readyz', stranger)).body).toMatchObject({
    status: 'ready',
    database: 'up',
    mail: { running: true, provider: 'outbox', trouble: null },
  })
})

test('a database that stays silent is told as down', { timeout: 20_000 }, async () => {
  const { send, deps, logged } = await startTestApp()
  const released = Promise.withResolvers<void>()
  // Every connection of the pool is taken, so that no question reaches the database.
  const holding = Array.from({ length: 10 }, () =>
    deps.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await released.promise
    }),
  )
  const answer = await send('GET', '/readyz', stranger)
  released.resolve()
  await Promise.all(holding)
  expect(answer).toMatchObject({ status: 503, body: { status: 'not ready', database: 'down' } })
  expect(logged.splice(0).join()).toContain('the database does not answer')
  expect((await send('GET', '/readyz', stranger)).status).toBe(200)
})
