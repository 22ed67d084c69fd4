import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { hasRoom } from './http/disk-reserve.ts'
import { countAdmins } from './identity/administrators/queries.ts'

/** A mail server's own words may name the firm's machines, and strangers read this. */
const PROBLEM = 'No email is being sent.'

const open = { config: { access: 'public' as const } }

export function aliveRoute(app: FastifyInstance): void {
  app.get('/healthz', open, () => ({ status: 'up' }))
}

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, sender, log } = deps
  app.get('/readyz', open, async (_, reply) => {
    const admins = await countAdmins(db).catch((error) => {
      log.error(error, 'the database does not answer')
      return undefined
    })
    const database = admins !== undefined
    // The first administrator is made after listening; until then nobody can sign in.
    const ready = Boolean(admins) && sender.running
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database: database ? 'up' : 'down',
      disk: (await hasRoom(deps.config)) ? 'ok' : 'full',
      mail: {
        running: sender.running,
        provider: sender.provider,
        problem: sender.problem && PROBLEM,
      },
    })
  })
}
