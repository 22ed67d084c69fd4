import Fastify from 'fastify'
import { openDatabase } from '../server/src/db/open.ts'
import { findSession } from '../server/src/identity/sessions/queries.ts'

/** The yardstick of `me`: its one query behind a bare route. Prints its address with a session's id. */
const { db } = await openDatabase({ dataDir: process.argv[2]! }).opened
const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
const app = Fastify()
app.get('/:id', async ({ params }) => {
  const { email } = (await findSession(db, (params as { id: string }).id))!
  return { id, email }
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`${address}/${id}`)
