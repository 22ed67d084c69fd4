import Fastify from 'fastify'
import { answersOf, listToReview } from '../server/src/clients/reviews/queries.ts'
import { openDatabase } from '../server/src/db/open.ts'

/** The yardstick of the reviews: their queries behind a bare route. Prints its address. */
const { db } = await openDatabase({ dataDir: process.argv[2]! }).opened
const app = Fastify()
app.get('/', async () => {
  const found = await listToReview(db, '', { page: 1, limit: 25 })
  const answers = await answersOf(db, found.items)
  return { found, answers: [...answers.values()].flat() }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
