import { login, logout, me } from '@attest/contract/auth'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { deleteSession } from './queries.ts'
import { signIn } from './sign-in.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, login, ({ body, request }) =>
    signIn(deps, body, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  )
  mount(app, me, ({ admin }) => admin)
  mount(app, logout, async ({ admin }) => {
    await deleteSession(deps.db, admin.sessionId)
    return { message: 'Signed out' }
  })
}
