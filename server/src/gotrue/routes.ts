import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { answerError, InvalidInput, Refusal } from '../http/errors.ts'
import { refuse } from '../identity/refusals.ts'
import { adminRoutes } from './admin-routes.ts'
import { factorRoutes, recoveryCodeRoutes } from './factor-routes.ts'
import { mailedCodeRoutes } from './mailed-code-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Without it the client does not read `code`. */
const VERSION = { name: 'x-supabase-api-version', value: '2024-01-01' }

/** The wire of `@supabase/auth-js`, on the product's accounts. No GET /verify: scanners would use links up. */
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

const answerInCodes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply, codeOf(error))

function codeOf(error: FastifyError): string {
  if (error instanceof InvalidInput) return 'validation_failed'
  const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
  if (status === 429) return 'over_request_rate_limit'
  if (status >= 500) return 'unexpected_failure'
  return error instanceof Refusal ? 'validation_failed' : 'bad_json'
}

const PHONE_WORDS: Record<string, string> = {
  '/auth/v1/signup': 'Phone signups are disabled',
  '/auth/v1/token': 'Phone logins are disabled',
  '/auth/v1/resend': 'Phone logins are disabled',
}

/** Refuses phone numbers, phone factors and anonymous accounts with GoTrue's own codes and words. */
async function refuseUnsupported(request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  const body = (request.body ?? {}) as Record<string, unknown>
  const { email, phone, phone_confirm, type, factor_type } = body
  if (phone || phone_confirm || type === 'sms' || type === 'phone_change')
    refuse('phone_provider_disabled', { message: PHONE_WORDS[url ?? ''] })
  if (factor_type === 'phone') refuse('mfa_phone_enroll_not_enabled')
  if (url === '/auth/v1/signup' && !email) refuse('anonymous_provider_disabled')
}
