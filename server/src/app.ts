import compress from '@fastify/compress'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { addressRoutes } from './address-check.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { backupRoutes } from './backup/routes.ts'
import { reviewRoutes } from './clients/reviews/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { viewRoutes } from './clients/view-routes.ts'
import { linkHome } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deliveryRoutes } from './delivery/delivery-routes.ts'
import { outboxRoutes } from './delivery/outbox-routes.ts'
import type { Deps } from './deps.ts'
import { authService } from './gotrue/routes.ts'
import { aliveRoute, healthRoutes } from './health.ts'
import { historyRoutes } from './history/routes.ts'
import { CALLER_TIMES, limitConnections } from './http/connections.ts'
import { keepDiskReserve } from './http/disk-reserve.ts'
import { answerError, notFound } from './http/errors.ts'
import { endEventStreams } from './http/event-stream.ts'
import { limitPublicCalls } from './http/limits.ts'
import { serveClientAssets, serveWeb } from './http/web.ts'
import { guard } from './identity/guard.ts'
import {
  accountRoutes,
  administratorRoutes,
  authRoutes,
  securityLogRoutes,
} from './identity/routes.ts'
import { correctionRoutes } from './imports/corrected/routes.ts'
import { previewRoutes } from './imports/preview/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { letterRoutes } from './mailings/letters/routes.ts'
import { mailingRoutes } from './mailings/routes.ts'
import { metricsRoutes } from './metrics.ts'
import { isInside } from './network.ts'
import { roundRoutes } from './rounds/routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { linkRoutes, verificationRoutes } from './verification/routes.ts'
import { serveClientPage } from './verification/serve-client-page.ts'

const PRODUCT = [
  metricsRoutes,
  authRoutes,
  accountRoutes,
  administratorRoutes,
  securityLogRoutes,
  dashboardRoutes,
  backupRoutes,
  clientRoutes,
  viewRoutes,
  historyRoutes,
  attachmentRoutes,
  mailingRoutes,
  letterRoutes,
  outboxRoutes,
  deliveryRoutes,
  importRoutes,
  previewRoutes,
  correctionRoutes,
  templateRoutes,
  roundRoutes,
  linkRoutes,
  verificationRoutes,
  reviewRoutes,
  settingsRoutes,
  aliveRoute,
  healthRoutes,
]

/** The listener for administrators. It serves everything. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = await openDoor(deps, deps.config.PUBLIC_URL)
  for (const routes of PRODUCT) routes(app, deps)
  // With two listeners, only the one for clients proves its address.
  if (deps.config.VERIFY_PORT === undefined) addressRoutes(app, deps)
  await app.register(async (service) => authService(service, deps), { prefix: '/auth/v1' })
  answerUnknown(app)
  await serveClientPage(app, deps, deps.config.VERIFY_URL)
  await serveWeb(app, deps.config)
  return app
}

/** The listener for clients: their page with its assets and calls, and /healthz. The internet may reach it. */
export async function buildClientDoor(deps: Deps): Promise<FastifyInstance> {
  const app = await openDoor(deps, linkHome(deps.config))
  for (const routes of [aliveRoute, linkRoutes, addressRoutes]) routes(app, deps)
  app.all('/*', { config: { access: 'page' } }, () => notFound('Page'))
  await serveClientPage(app, deps)
  await serveClientAssets(app, deps.config)
  return app
}

async function openDoor(deps: Deps, address: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    // Trusts only the proxy's own entry, since a caller may write any address before it.
    trustProxy: deps.config.TRUST_PROXY && ((_, hop) => hop === 0),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    ...CALLER_TIMES,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => decodable(url),
  })
  noticeProxy(app, deps)
  limitConnections(app.server, { trustProxy: deps.config.TRUST_PROXY })
  app.setErrorHandler(answerError)
  closeSoon(app)
  acceptEmptyJson(app)
  logAnswers(app)
  await app.register(helmet, securityHeaders(address))
  await app.register(multipart)
  keepDiskReserve(app, deps.config)
  // Routes opt in: files and event streams are sent as they are.
  await app.register(compress, { global: false })
  await limitPublicCalls(app)
  guard(app, deps)
  return app
}

/** Escapes an address that cannot be decoded, like /100%. Fastify would refuse it before all hooks. */
function decodable(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Finds a proxy without TRUST_PROXY: all its callers share the limits of one. A stranger may send its header, too. */
function noticeProxy(app: FastifyInstance, { config, proxies }: Deps): void {
  if (config.TRUST_PROXY) return
  app.addHook('onRequest', (request, _, done) => {
    if (request.headers['x-forwarded-for'] && isInside(request.ip)) proxies.untrusted = request.ip
    done()
  })
}

/** Ends streams and kept connections, which would delay a server that closes. */
function closeSoon(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    endEventStreams(app.server)
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}

function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

function answerUnknown(app: FastifyInstance): void {
  for (const calls of ['/api/*', '/auth/*', '/rest/*']) {
    app.all(calls, { config: { access: 'page' } }, () => notFound('Call'))
  }
  app.setNotFoundHandler((_, reply) => {
    reply.header('cache-control', 'no-store')
    notFound('Page')
  })
}

/** Logs the route's pattern, since a path may hold a link's token. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'answered')
  })
}

/** Forbids foreign content and referrers, since an address may hold a link's token. */
const securityHeaders = (address: string): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Radix locks scrolling behind a dialog with a style element.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // Sent only if the address is https.
  strictTransportSecurity: address.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  crossOriginEmbedderPolicy: false,
})
