import Fastify from 'fastify'
import { openDatabase } from '../server/src/db/open.ts'
import { lockClient } from '../server/src/records/clients.ts'
import {
  findClientByLink,
  findLanguageByLink,
  findLink,
  lockLink,
} from '../server/src/records/links.ts'
import { hashToken } from '../server/src/secret-key.ts'
import { saveAnswer } from '../server/src/verification/answer-verification.ts'

/** The yardstick of the client's page: its statements behind bare routes. Prints its address. */
const { db } = await openDatabase({ dataDir: process.argv[2]! }).opened
const app = Fastify()
const hashIn = (params: unknown) => hashToken((params as { token: string }).token)

app.get('/:token', async ({ params }) => {
  const hash = hashIn(params)
  const client = await findClientByLink(db, hash, new Date().toISOString())
  return { ...client, ...(await findLanguageByLink(db, hash)) }
})

app.post('/:token', async ({ params }) => {
  const hash = hashIn(params)
  const now = new Date().toISOString()
  await db.transaction().execute(async (tx) => {
    const { client_id } = (await findLink(tx, hash))!
    const before = (await lockClient(tx, client_id))!
    await lockLink(tx, hash)
    const channel = { via: 'link', admin: null, note: null, answerHash: hash } as const
    await saveAnswer(tx, before, {}, { ...channel, result: 'confirmed', at: now, now })
  })
  return { message: 'Thank you' }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
