import { channel } from 'node:diagnostics_channel'
import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished, test } from 'vitest'
import { endEventStreams } from '../../server/src/http/event-stream.ts'
import { followSettings } from '../../server/src/settings.ts'
import { startProvider } from '../oidc-provider.ts'
import { fuzzRun } from '../random.ts'
import { startTestApp, type TestApp } from '../start-test-app.ts'
import { type FuzzRequest, type Route, requestTo } from './requests.ts'
import { Stock } from './stock.ts'

const REFILL_EVERY = 50
const MOST_BYTES = 1024 ** 3
const LONGEST_MS = 15_000

const { numRuns = 0, seed } = fuzzRun(2000)

test(`causes no error by random requests (seed ${seed})`, {
  timeout: 120_000 + numRuns * 50,
}, async () => {
  const { app, routes } = await startWatched()
  const stock = new Stock(app)
  const done = new Set<string>()
  let sent = 0
  const property = fc.asyncProperty(fc.oneof(...routes.map(requestTo)), async (request) => {
    if (sent++ % REFILL_EVERY === 0) await stock.refill()
    const status = await send(app, stock, request)
    if (status < 400) done.add(request.route)
    if (request.as === 'admin' && status === 401) await stock.restoreAccounts()
  })
  await fc.assert(property, { seed, numRuns })
  console.log(`${sent} requests to ${routes.length} routes, ${done.size} of which did their work`)
})

/** The app with an OpenID provider, and all its routes. */
async function startWatched(): Promise<{ app: TestApp; routes: Route[] }> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const endpoint = config?.endpoint
      // Other routes accept every method: `requestTo` tries those too.
      for (const each of endpoint ? [endpoint.method] : ['GET'])
        if ([method].flat().includes(each)) routes.push({ method: each, url, endpoint })
    })
  }
  const provider = await startProvider('https://attest.test/auth/v1/callback')
  onTestFinished(provider.stop)
  channel('fastify.initialization').subscribe(watch)
  const app = await startTestApp({ ALLOW_SIGNUP: 'on', ...provider.settings })
  channel('fastify.initialization').unsubscribe(watch)
  // Event streams would stay open.
  endEventStreams(app.app.server)
  return { app, routes }
}

/** Allows no 5xx, as mail goes to the outbox, so no external server can fail. */
async function send(
  { app, deps, logged }: TestApp,
  stock: Stock,
  request: FuzzRequest,
): Promise<number> {
  const { method, url, as, headers, payload, remoteAddress } = request
  const authorization = stock.authorization(as)
  const { statusCode, body } = await app.inject({
    method: method as InjectOptions['method'],
    url: stock.fill(url),
    headers: { ...(authorization && { authorization }), ...headers },
    payload: payload && Buffer.from(stock.fill(payload), 'latin1'),
    remoteAddress,
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  if (url === '/api/admin/settings/email' && statusCode < 400) await forgetMailServer(deps)
  const errors = logged.splice(0).filter((line) => JSON.parse(line).level >= 50)
  if (errors.length > 0) throw new Error(`it logs ${errors.join('\n')}`)
  if (statusCode >= 500) throw new Error(`it answers ${statusCode} ${body.slice(0, 500)}`)
  const { rss } = process.memoryUsage()
  if (rss > MOST_BYTES) throw new Error(`the process has grown to ${rss} bytes`)
  return statusCode
}

/** Removes a mail server that a request may have saved although it does not exist. */
async function forgetMailServer(deps: TestApp['deps']): Promise<void> {
  await deps.db.deleteFrom('settings').where('name', '=', 'SMTP_URL').execute()
  await followSettings(deps)
  await deps.mail.follow()
}
