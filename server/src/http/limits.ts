import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/** Requests an address may make in a minute to the calls that need no sign-in. */
const PUBLIC_A_MINUTE = 120

/**
 * Some proxies write the port behind the address they pass on, and IPv6 in brackets: each connection
 * would else be another caller.
 */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** The caller's address; '' when the caller has left, for a closed socket knows none. */
export const callerOf = ({ ip }: FastifyRequest): string => withoutPort(ip ?? '')

/** What callers are counted by everywhere: of IPv6 the first 64 bits, as the caller chooses the rest. */
export const networkOf = (address: string): string => normalizeIP(withoutPort(address))

/** Limits every public call by the caller's address. Must be registered before the routes. */
export async function limitPublicCalls(app: FastifyInstance): Promise<void> {
  // Before the plugin, whose own hook reads what this one sets.
  app.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') return
    route.config.rateLimit = { max: PUBLIC_A_MINUTE, timeWindow: '1 minute' }
  })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => networkOf(callerOf(request)),
    errorResponseBuilder: (_, { ttl }) =>
      new Refusal(429, 'Too many requests. Please wait a minute and try again.', {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  })
}
