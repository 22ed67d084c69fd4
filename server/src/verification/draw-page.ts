import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DIST, firmInPage, loadPage, scriptJson } from '../http/web.ts'

export interface Reply {
  status: number
  body: object
}

interface Screen {
  at: string
  /** A new link was asked for. */
  asked?: boolean
  pressed?: { at: string }
}

type OneButton = 'confirm-email' | 'not-me'

/** What web/src/verification/server.tsx exports. */
export interface ClientPage {
  setFirm(firm: object): void
  open(reply: Reply, changing?: boolean): Screen
  button(page: OneButton, reply?: Reply): Screen
  submit(
    values: Record<string, string>,
    post: (body: object) => Promise<Reply>,
  ): Promise<Screen | undefined>
  chooseLanguage(asked: string, accepted?: string): string
  render(token: string, screen: Screen, language: string): { title: string; html: string }
}

export type FindScreen = (page: ClientPage, request: FastifyRequest) => Promise<Screen> | Screen

/** /verify/{token} */
export const tokenIn = ({ url }: FastifyRequest) => url.split(/[/?#]/)[2] ?? ''

const FILE = pathToFileURL(path.join(DIST, 'server/verify.js')).href

/** Answers with the page as the client's browser would draw it. Its components are loaded at the first visit. */
export async function openClientPage(config: Config) {
  const html = await loadPage('verify.html', config)
  let loading: Promise<ClientPage> | undefined
  const load = async () => {
    const page: ClientPage = await import(FILE)
    page.setFirm(firmInPage(config))
    return page
  }
  return (find: FindScreen) => async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= load()
    const page = await loading
    const screen = await find(page, request)
    if (screen.at === 'dead' || screen.pressed?.at === 'dead') reply.code(404)
    const language = languageOf(page, request)
    const drawn = page.render(tokenIn(request), screen, language)
    return reply.type('text/html; charset=utf-8').send(filled(html, drawn, { language, ...screen }))
  }
}

function languageOf(page: ClientPage, { query, headers }: FastifyRequest): string {
  const { lang = '' } = query as { lang?: unknown }
  return page.chooseLanguage(String(lang), headers['accept-language'])
}

interface Start extends Screen {
  language: string
}

/** The script goes on from `start`. */
const filled = (html: string, drawn: { title: string; html: string }, start: Start) =>
  html
    .replace('<html lang="en">', `<html lang="${start.language}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${drawn.title}</title>`)
    .replace('<div id="root">', (tag) => tag + drawn.html)
    .replace('id="screen" type="application/json">', (tag) => tag + scriptJson(start))
