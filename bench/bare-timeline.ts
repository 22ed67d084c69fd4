import Fastify from 'fastify'
import { openDatabase } from '../server/src/db/open.ts'
import { selectEntries } from '../server/src/history/timeline-sources.ts'

/** The yardstick of a timeline: its statement behind a bare route. Prints its address. */
const { db } = await openDatabase({ dataDir: process.argv[2]! }).opened
const app = Fastify()
app.get('/', () =>
  selectEntries({ clientId: 1, ids: [1], kind: 'all', before: {}, limit: 51 }).execute(db),
)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
