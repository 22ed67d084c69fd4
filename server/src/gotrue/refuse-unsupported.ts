import type { FastifyRequest } from 'fastify'
import { refuse } from '../identity/refusals.ts'

const PHONE_WORDS: Record<string, string> = {
  '/auth/v1/signup': 'Phone signups are disabled',
  '/auth/v1/token': 'Phone logins are disabled',
  '/auth/v1/resend': 'Phone logins are disabled',
}

/** Refuses phone numbers, phone factors and anonymous accounts with GoTrue's own codes and words. */
export async function refuseUnsupported(request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  const body = (request.body ?? {}) as Record<string, unknown>
  const { email, phone, phone_confirm, type, factor_type } = body
  if (phone || phone_confirm || type === 'sms' || type === 'phone_change')
    refuse('phone_provider_disabled', { message: PHONE_WORDS[url ?? ''] })
  if (factor_type === 'phone') refuse('mfa_phone_enroll_not_enabled')
  if (url === '/auth/v1/signup' && !email) refuse('anonymous_provider_disabled')
}
