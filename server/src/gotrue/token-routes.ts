import { endpoint } from '@attest/contract/endpoint'
import { email } from '@attest/contract/fields'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { checked, mount } from '../http/mount.ts'
import type { From } from '../http/signed-in.ts'
import { exchangeCode } from '../identity/providers/flows.ts'
import { refuse } from '../identity/refusals.ts'
import { checkCredentials } from '../identity/sessions/sessions.ts'
import { openWireSession, refresh, WireSession } from './wire-sessions.ts'

const Password = z.object({ email, password: z.string().check(z.maxLength(1024)) })
const Refresh = z.object({ refresh_token: z.string().check(z.maxLength(200)) })
const Pkce = z.object({
  auth_code: z.string().check(z.maxLength(200)),
  code_verifier: z.string().check(z.minLength(1), z.maxLength(128)),
})

export function tokenRoutes(service: FastifyInstance, deps: Deps): void {
  const grants = {
    async password(body: unknown, from: From) {
      const admin = await checkCredentials(deps, checked(Password, body), from)
      const step = { method: 'password' } as const
      return openWireSession(deps, admin ?? refuse('invalid_credentials'), step, from)
    },
    refresh_token: (body: unknown, from: From) =>
      refresh(deps, checked(Refresh, body).refresh_token, from),
    async pkce(body: unknown, from: From) {
      const { auth_code, code_verifier } = checked(Pkce, body)
      const { admin, ...step } = await exchangeCode(deps, auth_code, code_verifier, from)
      return openWireSession(deps, admin, step, from)
    },
  }
  mount(service, TOKEN, ({ query, body, from }) => grants[query.grant_type](body, from))
  mount(service, KEYS, async () => {
    const keys = await deps.tokens.publicKeys(deps.now())
    return { keys: keys.map((key) => PublicKey.parse(key)) }
  })
}

const TOKEN = endpoint('POST /token', {
  access: 'public',
  query: z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce']) }),
  body: z.unknown(),
  reply: WireSession,
})

const PublicKey = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  alg: z.string(),
  use: z.string(),
})

const KEYS = endpoint('GET /.well-known/jwks.json', {
  access: 'public',
  reply: z.object({ keys: z.array(PublicKey) }),
})
