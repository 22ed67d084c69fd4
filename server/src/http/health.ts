import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/** A host that went silent would keep a query waiting for many minutes, and whoever watches with it. */
const DATABASE_LIMIT_MS = 5_000

/** For whoever watches over the server. A dead mail server is told, and stays 200. */
export function healthRoutes(app: FastifyInstance, { db, sender, log }: Deps): void {
  const open = { config: { access: 'public' as const } }
  app.get('/healthz', open, () => ({ status: 'up' }))
  app.get('/readyz', open, async (_, reply) => {
    const database = await askDatabase(db).then(
      () => true,
      (error) => {
        log.error(error, 'the database does not answer')
        return false
      },
    )
    const ready = database && sender.running
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'up' : 'down',
      mail: { running: sender.running, provider: sender.provider, trouble: sender.trouble },
    })
  })
}

/** @throws whatever keeps the database from answering in time */
async function askDatabase(db: Db) {
  const answered = new AbortController()
  const late = async () => {
    await setTimeout(DATABASE_LIMIT_MS, undefined, { signal: answered.signal })
    throw new Error(`No answer within ${DATABASE_LIMIT_MS / 1000} seconds`)
  }
  try {
    await Promise.race([sql`select 1`.execute(db), late()])
  } finally {
    answered.abort()
  }
}
