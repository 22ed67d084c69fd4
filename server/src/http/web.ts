import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Config, firmOf, NO_FIRM_NAME } from '../config.ts'
import { logoAddress, serveLogo } from '../firm-logo.ts'
import { PROJECT } from '../project.ts'
import { notFound } from './errors.ts'

export const DIST = path.join(PROJECT, 'web/dist')

/** The administrators' screens by address, with the files of each. The build reads them from web/src/router.tsx. */
export const readScreens = async (): Promise<Record<string, string[]>> =>
  JSON.parse(await readFile(path.join(DIST, 'screens.json'), 'utf8').catch(() => '{}'))

const page = { config: { access: 'page' as const } }

export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  await serveAssets(app, config, () => true)
  const adminPage = await loadPage('index.html')
  for (const [address, files] of Object.entries(await readScreens())) {
    const html = adminPage.replace('</head>', `${files.map(preload).join('')}</head>`)
    app.get(address, page, (_, reply) => sendPage(reply, withFirm(html, adminFirm(config))))
  }
  app.get('/*', page, (_, reply) =>
    sendPage(reply.code(404), withFirm(adminPage, adminFirm(config))),
  )
}

/** Serves only the files of the client's page. */
export async function serveClientAssets(app: FastifyInstance, config: Config): Promise<void> {
  const files = await filesOf('verify.html')
  await serveAssets(app, config, (file) => files.has(file))
}

const ASSET = /[\w-]+-[\w-]{8}\.(?:js|css|svg|woff2)/g

/** Lists the assets that a page names, and those that they name. */
async function filesOf(page: string): Promise<Set<string>> {
  const files = new Set<string>()
  const texts = [await loadPage(page)]
  for (const text of texts)
    for (const [file] of text.matchAll(ASSET)) {
      if (files.has(file)) continue
      files.add(file)
      if (/\.(js|css)$/.test(file)) texts.push(await loadPage(`assets/${file}`))
    }
  return files
}

async function serveAssets(
  app: FastifyInstance,
  config: Config,
  isServed: (file: string) => boolean,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: DIST,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  })
  serveLogo(app, config)
  app.get('/assets/*', page, (request, reply) => {
    const file = (request.params as { '*': string })['*']
    if (!isServed(file)) notFound('Page')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.sendFile(`assets/${file}`)
  })
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`

const sendPage = (reply: FastifyReply, html: string) =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)

/** Escapes '<' in JSON, which would end its script element. */
export const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

export const clientFirm = (config: Config) => ({ ...firmOf(config), logo: logoAddress(config) })

function adminFirm(config: Config) {
  const providers = config.OIDC.map(({ name, label }) => ({ name, label }))
  const isNamed = config.FIRM_NAME !== NO_FIRM_NAME
  return {
    ...clientFirm(config),
    isNamed,
    providers,
    importMb: config.IMPORT_MB,
    linkDays: config.LINK_DAYS,
    roundDays: config.ROUND_DAYS,
    reminderDays: config.REMINDER_DAYS,
    timeZone: config.TIME_ZONE,
  }
}

export async function loadPage(name: string): Promise<string> {
  const html = await readFile(path.join(DIST, name), 'utf8').catch(() => undefined)
  return html ?? '<!doctype html><p>The web is not built: run <code>npm run build</code>.'
}

export function withFirm(html: string, firm: object): string {
  const json = scriptJson(firm)
  return html.replace(
    /(<script[^>]*id="firm"[^>]*>)[^<]*(<\/script>)/,
    (_, open: string, close: string) => `${open}${json}${close}`,
  )
}
