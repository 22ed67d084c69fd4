import Fastify from 'fastify'
import { openDatabase } from '../server/src/db/open.ts'
import { findClientByLink } from '../server/src/links/queries.ts'
import { hashToken } from '../server/src/secret-token.ts'

/** The yardstick of the client's page: its one read behind a bare route. Prints its address. */
const { db } = await openDatabase({ dataDir: process.argv[2]! })
const app = Fastify()
app.get('/:token', async ({ params }) => {
  const hash = hashToken((params as { token: string }).token)
  return (await findClientByLink(db, hash, new Date().toISOString()))!
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
