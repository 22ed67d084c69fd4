import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

const PUBLIC_A_MINUTE = 120

/** Some proxies append the port, and put IPv6 in brackets. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** '' after the caller left, since a closed socket has no address. */
export const callerOf = ({ ip }: FastifyRequest): string => withoutPort(ip ?? '')

/** The key that callers are counted by. Of IPv6 the first 64 bits, since the caller chooses the rest. */
export const networkOf = (address: string): string => normalizeIP(withoutPort(address))

export async function limitPublicCalls(app: FastifyInstance): Promise<void> {
  // This hook must precede the plugin's, which reads `rateLimit`.
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
