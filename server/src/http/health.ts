import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** For whoever watches over the server. A dead mail server is told, and stays 200. */
export function healthRoutes(app: FastifyInstance, { db, sender, log }: Deps): void {
  const open = { config: { access: 'public' as const } }
  app.get('/healthz', open, () => ({ status: 'up' }))
  app.get('/readyz', open, async (_, reply) => {
    const database = await sql`select 1`.execute(db).then(
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
