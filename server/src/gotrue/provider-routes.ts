import { endpoint } from '@attest/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import * as flows from '../identity/providers/flows.ts'
import { refuse } from '../identity/refusals.ts'

export function providerRoutes(service: FastifyInstance, deps: Deps): void {
  const pageFor = (redirectTo: string | undefined) =>
    redirectTo ?? `${deps.config.PUBLIC_URL}/sign-in`

  mount(service, SSO, async ({ body }) => {
    const provider = body.provider_id ?? deps.providers.forDomain(body.domain ?? '')
    const redirectTo = pageFor(body.redirect_to)
    const codeChallenge = body.code_challenge
    return { url: await flows.beginAtProvider(deps, { provider, redirectTo, codeChallenge }) }
  })
  mountRaw(service, AUTHORIZE, async ({ query }, reply) => {
    const redirectTo = pageFor(query.redirect_to)
    const begin = { provider: query.provider, redirectTo, codeChallenge: query.code_challenge }
    const url = await flows.beginAtProvider(deps, begin).catch((error) => {
      // The caller is a browser, so errors go to the page, unless the page is not ours.
      const foreign = error instanceof Refusal && error.details.code === 'redirect_not_allowed'
      if (foreign) throw error
      return flows.withErrorOf(new URL(redirectTo), error)
    })
    return reply.redirect(url)
  })
  mountRaw(service, CALLBACK, async ({ from, request }, reply) => {
    const { searchParams } = new URL(request.url, deps.config.PUBLIC_URL)
    return reply.redirect(await flows.returnFromProvider(deps, searchParams, from))
  })
  mount(service, LINK, async ({ admin, query }) => {
    const { provider, code_challenge } = query
    const return_to = pageFor(query.redirect_to)
    const codeChallenge = code_challenge ?? refuse('validation_failed')
    return { url: await flows.beginLinking(deps, admin, { provider, return_to, codeChallenge }) }
  })
  mount(service, UNLINK, async ({ admin, params }) => {
    await flows.unlinkIdentity(deps, admin, params.id)
    return {}
  })
}

const provider = z.string().check(z.maxLength(60))
const redirect_to = z.optional(z.string().check(z.maxLength(1000)))
const code_challenge = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'code_challenge must be the base64url of a SHA-256'))
const code_challenge_method = z.pipe(
  z.string().check(z.toLowerCase()),
  z.literal('s256', 'code_challenge_method must be s256'),
)

const Url = z.object({ url: z.string() })
/** Without a challenge the client uses the implicit flow, which beginAtProvider refuses. */
const Begin = z.object({
  redirect_to,
  code_challenge: z.nullish(code_challenge),
  code_challenge_method: z.nullish(code_challenge_method),
})

const SSO = endpoint('POST /sso', {
  access: 'public',
  body: z.extend(Begin, {
    provider_id: z.optional(provider),
    domain: z.optional(z.string().check(z.maxLength(254))),
  }),
  reply: Url,
})

const AUTHORIZE = endpoint('GET /authorize', {
  access: 'public',
  query: z.extend(Begin, { provider }),
})

const CALLBACK = endpoint('GET /callback', { access: 'public' })

const LINK = endpoint('GET /user/identities/authorize', {
  access: 'account',
  query: z.extend(Begin, { provider }),
  reply: Url,
})

const UNLINK = endpoint('DELETE /user/identities/:id', {
  access: 'account',
  params: z.object({ id: z.uuid() }),
  reply: z.object({}),
})
