import type { FastifyRequest } from 'fastify'
import type { AuthMethod } from '../db/account-schema.ts'
import { callerOf } from './limits.ts'

export interface From {
  address: string
  userAgent: string
}

export interface SignedIn extends From {
  id: string
  email: string
  sessionId: string
  role: 'admin' | 'member'
  aal: 'aal1' | 'aal2'
  amr: AuthMethod[]
  hasFactor: boolean
  confirmedAt: string | null
}

/** first-step: before the second step. account: signed in, perhaps without rights or a required factor. admin: all. */
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
