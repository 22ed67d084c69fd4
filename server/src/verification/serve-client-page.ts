import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isLanguage, type Language } from '@attest/contract/languages'
import { NotForMe, VerificationAnswer } from '@attest/contract/verification'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify'
import type { Config } from '../config.ts'
import type { Deps, Sending, Timed } from '../deps.ts'
import { explainError, Refusal } from '../http/errors.ts'
import { checked } from '../http/mount.ts'
import { fromOf } from '../http/signed-in.ts'
import { clientFirm, DIST, loadPage, scriptJson, withFirm } from '../http/web.ts'
import { openCode } from '../mailings/letters/letter-code.ts'
import { findLanguageByLink } from '../records/links.ts'
import { hashToken } from '../secret-key.ts'
import { answerVerification } from './answer-verification.ts'
import { confirmEmail, disputeAnswer, readVerification, sendNewLink } from './use-link.ts'
import { reportNotForMe } from './wrong-hands.ts'

/** A form holds the details twice: as they were shown, and as they were typed. */
const FORM_BYTES = 64 * 1024

const BUTTONS = [
  ['confirm-email', confirmEmail],
  ['not-me', disputeAnswer],
] as const

const LINK = /^(\/[\w-]+\/)([^/?#]+)(.*)$/

/** Removes what mail programs add to a link: a period, bracket or zero-width space at its end, a break inside. */
async function mendToken({ method, url }: FastifyRequest, reply: FastifyReply) {
  const [, page = '', given = '', rest = ''] = LINK.exec(url) ?? []
  const token = given.replace(/%[\da-f]{2}|[^\w-]/gi, '').slice(0, 43)
  if (method === 'GET' && token !== given && token.length === 43)
    return reply.redirect(page + token + rest)
}

/**
 * Serves the client's pages to browsers before or without their script. Limited like the public calls.
 * @param home the site that links lead to now, if it is another one: older links are redirected there
 */
export async function serveClientPage(app: FastifyInstance, deps: Deps, home?: string) {
  const answer = await openClientPage(deps.config)
  const route = {
    config: { access: 'public' as const },
    compress: {},
    bodyLimit: FORM_BYTES,
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const { status, ...body } = explainError(error, request)
      const screen: FindScreen = (page) => page.open({ status, body })
      // Reads no language: the database may be what failed.
      return answer(screen, () => '')(request, reply.code(status))
    },
  }
  await app.register(async (pages) => {
    pages.addHook('onRequest', mendToken)
    if (home)
      pages.addHook('onRequest', async ({ method, url }, reply) => {
        if (method === 'GET') return reply.redirect(home + url)
      })
    acceptForms(pages)
    const known = async (request: FastifyRequest) =>
      (await findLanguageByLink(deps.db, hashToken(tokenIn(request))))?.language ?? ''
    const serve = (address: string, find: FindScreen, submit = find) => {
      pages.get(address, route, answer(find, known))
      const post: FindScreen = (page, request) =>
        (isForeign(request) ? find : submit)(page, request)
      pages.post(address, route, answer(post, known))
    }
    const open = opened(deps)
    serve('/verify/*', open, async (page, request) => {
      return (await submitted(page, deps, request)) ?? open(page, request)
    })
    serve('/verify/:token/new-link', open, async (page, request) => {
      await sendNewLink(deps, tokenIn(request))
      return { ...(await open(page, request)), asked: true }
    })
    serve('/verify/:token/helping', opened(deps, true))
    for (const step of ['not-for-me', 'wrong-person', 'died'] as const)
      serve(`/verify/:token/${step}`, beside(deps, step), reported(deps, step))
    serveCode(pages, { deps, route, answer })
    for (const [name, press] of BUTTONS)
      serve(
        `/${name}/*`,
        (page) => page.plain(name),
        async (page, request) =>
          page.plain(name, await replyOf(() => press(deps, tokenIn(request))), {}),
      )
  })
}

interface CodePage {
  deps: Deps
  route: RouteShorthandOptions
  answer: Awaited<ReturnType<typeof openClientPage>>
}

/** A valid code leads to the page of its link. Otherwise the form returns with a message. */
function serveCode(pages: FastifyInstance, { deps, route, answer }: CodePage): void {
  pages.get(
    '/code',
    route,
    answer((page) => page.code(), noLanguage),
  )
  for (const typed of ['/code/', '/:code(^[Cc][Oo][Dd][Ee]\\W*$)'])
    pages.get(typed, route, (_, reply) => reply.redirect('/code'))
  pages.post('/code', route, async (request, reply) => {
    const { code = '' } = (isForeign(request) ? {} : (request.body ?? {})) as { code?: string }
    const { status, body } = await replyOf(() => openCode(deps, fromOf(request), code))
    const { token } = body as { token?: string }
    const query = new URL(request.url, 'http://any').search
    if (token) return reply.redirect(`/verify/${token}${query}`, 303)
    return answer((page) => page.code(status, code), noLanguage)(request, reply.code(status))
  })
}

const noLanguage = () => ''

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

/** A form of another site could put its own words on this page, so it is not read. */
const isForeign = ({ headers }: FastifyRequest) => headers['sec-fetch-site'] === 'cross-site'

const opened =
  (deps: Timed, helping = false): FindScreen =>
  async (page, request) =>
    page.open(await replyOf(() => readVerification(deps, tokenIn(request))), {
      changing: 'change' in (request.query as object),
      helping,
    })

/** Writes nothing, since mail scanners open links. */
const beside =
  (deps: Timed, step: AsideStep): FindScreen =>
  async (page, request) =>
    page.plain(step, await replyOf(() => readVerification(deps, tokenIn(request))))

const reported =
  (deps: Deps, step: AsideStep): FindScreen =>
  async (page, request) => {
    if (step === 'not-for-me') return beside(deps, step)(page, request)
    const values = (request.body ?? {}) as Record<string, string>
    const said = {
      ...values,
      kind: step === 'died' ? step : 'wrong_person',
      died_on: values.died_on || null,
    }
    const report = () => reportNotForMe(deps, tokenIn(request), checked(NotForMe, said))
    return page.plain(step, await replyOf(report), values)
  }

/** Returns undefined for a form that this page did not make. */
function submitted(page: ClientPage, deps: Sending, request: FastifyRequest) {
  const language = languageAsked(request)
  const save = (answer: object) =>
    answerVerification(deps, tokenIn(request), checked(VerificationAnswer, { ...answer, language }))
  const values = (request.body ?? {}) as Record<string, string>
  return page.submit(values, (answer) => replyOf(() => save(answer)))
}

async function replyOf(call: () => Promise<unknown>): Promise<Reply> {
  try {
    return { status: 200, body: ((await call()) ?? {}) as object }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { message: error.message, ...error.details } }
  }
}

interface Reply {
  status: number
  body: object
}

interface Screen {
  at: string
  asked?: boolean
  dead?: object
}

interface StartLanguage {
  language: string
  isChosen: boolean
}

type AsideStep = 'not-for-me' | 'wrong-person' | 'died'

interface ClientPage {
  setFirm(firm: object): void
  open(reply: Reply, fields?: { changing?: boolean; helping?: boolean }): Screen
  plain(step: string, reply?: Reply, values?: Record<string, string>): Screen
  code(status?: number, typed?: string): Screen
  submit(
    values: Record<string, string>,
    post: (body: object) => Promise<Reply>,
  ): Promise<Screen | undefined>
  chooseLanguage(wishes: string[], accepted?: string): string
  render(token: string, screen: Screen, language: StartLanguage): { title: string; html: string }
}

/** The language of the client; '' if unknown. */
type FindLanguage = (request: FastifyRequest) => Promise<string> | string

type FindScreen = (page: ClientPage, request: FastifyRequest) => Promise<Screen> | Screen

/** /verify/{token} */
const tokenIn = ({ url }: FastifyRequest) => url.split(/[/?#]/)[2] ?? ''

const FILE = pathToFileURL(path.join(DIST, 'server/verify.js')).href

/** Replies with the page as the client's browser would draw it. Loads its components at the first visit. */
async function openClientPage(config: Config) {
  const html = await loadPage('verify.html')
  let loading: Promise<ClientPage> | undefined
  return (find: FindScreen, known: FindLanguage) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      loading ??= import(FILE)
      const page = await loading
      page.setFirm(clientFirm(config))
      const screen = await find(page, request)
      if (screen.at === 'dead' || screen.dead) reply.code(404)
      const asked = languageAsked(request)
      const wishes = [asked ?? (await known(request))]
      const language = page.chooseLanguage(wishes, request.headers['accept-language'])
      const chosen = { language, isChosen: asked !== undefined }
      const drawn = page.render(tokenIn(request), screen, chosen)
      return reply
        .type('text/html; charset=utf-8')
        .send(filled(withFirm(html, clientFirm(config)), drawn, { ...chosen, ...screen }))
    }
}

function languageAsked({ query }: FastifyRequest): Language | undefined {
  const { lang } = query as { lang?: unknown }
  return typeof lang === 'string' && isLanguage(lang) ? lang : undefined
}

type Start = Screen & StartLanguage

const filled = (html: string, drawn: { title: string; html: string }, start: Start) =>
  html
    .replace('<html lang="en">', `<html lang="${start.language}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${drawn.title}</title>`)
    .replace('<div id="root">', (tag) => tag + drawn.html)
    .replace('id="screen" type="application/json">', (tag) => tag + scriptJson(start))
