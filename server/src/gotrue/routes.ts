import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerError, InvalidInput, Refusal } from '../http/errors.ts'
import { adminRoutes } from './admin-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { mailedCodeRoutes } from './mailed-code-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { recoveryCodeRoutes } from './recovery-code-routes.ts'
import { refuseUnsupported } from './refuse-unsupported.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Without it the client does not read `code`. */
const VERSION = { name: 'x-supabase-api-version', value: '2024-01-01' }

/**
 * Sign-in for other programs, on the wire that the public client `@supabase/auth-js` speaks: the same
 * accounts, sessions and rules as the product's own calls. To be registered under /auth/v1.
 *
 * Of that wire, GET /verify is left out on purpose: programs that look at mails would open the link
 * and use it up. Our mails lead to a page, which asks. So addresses that a client names for mails to
 * lead to are not heeded either.
 */
export function authService(service: FastifyInstance, deps: Deps): void {
  service.setErrorHandler(answerInCodes)
  service.addHook('preHandler', refuseUnsupported)
  service.addHook('onSend', async (_, reply) => {
    reply.header(VERSION.name, VERSION.value).header('cache-control', 'no-store')
  })
  for (const routes of [
    tokenRoutes,
    mailedCodeRoutes,
    userRoutes,
    factorRoutes,
    recoveryCodeRoutes,
    providerRoutes,
    adminRoutes,
  ]) {
    routes(service, deps)
  }
  service.all('/*', { config: { access: 'page' } }, () => {
    throw new Refusal(404, 'Call not found', { code: 'not_found' })
  })
}

/** As everywhere, with the wire's `code` also where no refusal of ours brings one. */
const answerInCodes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply, codeOf(error))

function codeOf(error: FastifyError): string {
  if (error instanceof InvalidInput) return 'validation_failed'
  const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
  if (status === 429) return 'over_request_rate_limit'
  if (status >= 500) return 'unexpected_failure'
  return error instanceof Refusal ? 'validation_failed' : 'bad_json'
}
