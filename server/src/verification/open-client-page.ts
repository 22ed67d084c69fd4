import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isLanguage, type Language } from '@attest/contract/languages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DIST, firmInPage, loadPage, scriptJson } from '../http/web.ts'

export interface Reply {
  status: number
  body: object
}

interface Screen {
  at: string
  asked?: boolean
  pressed?: { at: string }
}

interface StartLanguage {
  language: string
  isChosen: boolean
}

type OneButton = 'confirm-email' | 'not-me'

/** Exports of web/src/verification/server.tsx. */
export interface ClientPage {
  setFirm(firm: object): void
  open(reply: Reply, changing?: boolean): Screen
  button(page: OneButton, reply?: Reply): Screen
  submit(
    values: Record<string, string>,
    post: (body: object) => Promise<Reply>,
  ): Promise<Screen | undefined>
  chooseLanguage(wishes: string[], accepted?: string): string
  render(token: string, screen: Screen, language: StartLanguage): { title: string; html: string }
}

/** The language of the client; '' if unknown. */
export type FindLanguage = (request: FastifyRequest) => Promise<string> | string

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
  return (find: FindScreen, known: FindLanguage) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      loading ??= load()
      const page = await loading
      const screen = await find(page, request)
      if (screen.at === 'dead' || screen.pressed?.at === 'dead') reply.code(404)
      const asked = languageAsked(request)
      const wishes = [asked ?? (await known(request))]
      const language = page.chooseLanguage(wishes, request.headers['accept-language'])
      const chosen = { language, isChosen: asked !== undefined }
      const drawn = page.render(tokenIn(request), screen, chosen)
      return reply
        .type('text/html; charset=utf-8')
        .send(filled(html, drawn, { ...chosen, ...screen }))
    }
}

export function languageAsked({ query }: FastifyRequest): Language | undefined {
  const { lang } = query as { lang?: unknown }
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined
}

type Start = Screen & StartLanguage

/** The script continues from `start`. */
const filled = (html: string, drawn: { title: string; html: string }, start: Start) =>
  html
    .replace('<html lang="en">', `<html lang="${start.language}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${drawn.title}</title>`)
    .replace('<div id="root">', (tag) => tag + drawn.html)
    .replace('id="screen" type="application/json">', (tag) => tag + scriptJson(start))
