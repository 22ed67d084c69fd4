import type { FastifyRequest } from 'fastify'
import type { AuthMethod } from '../db/account-schema.ts'
import { callerOf } from './limits.ts'

/** Where a call comes from. */
export interface From {
  address: string
  userAgent: string
}

/** Who is signed in, on every request that is not public. */
export interface SignedIn extends From {
  id: string
  email: string
  sessionId: string
  role: 'admin' | 'member'
  aal: 'aal1' | 'aal2'
  amr: AuthMethod[]
  /** Whether a second step is asked of this admin. */
  hasFactor: boolean
  /** When it was last proven who this is, beyond the token. */
  confirmedAt: string | null
}

/**
 * first-step: the second one may be missing. account: signed in for good, but perhaps without the
 * second factor that the firm asks for, or not let in yet. admin: everything in order.
 */
export type Level = 'first-step' | 'account' | 'admin'

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedIn
  }
}

export const fromOf = (request: FastifyRequest): From => ({
  address: callerOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
})
