import { NEW_LINK_REPLY, VerificationAnswer } from '@attest/contract/verification'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { explainError, Refusal } from '../http/errors.ts'
import { checked } from '../http/mount.ts'
import { type ClientPage, openClientPage, type Reply, type Screen } from './draw-page.ts'
import { readVerification } from './read-verification.ts'
import { sendNewLink } from './send-new-link.ts'
import { answerVerification } from './submit-verification.ts'

/** The details twice: as they were shown, and as they are now. */
const FORM_BYTES = 64 * 1024

/** The client's page for a browser before it has the page's script, or without. Limited like the public calls. */
export async function serveClientPage(app: FastifyInstance, deps: Deps): Promise<void> {
  const { load, draw } = await openClientPage(deps.config)
  type Find = (page: ClientPage, request: FastifyRequest) => Promise<Screen> | Screen
  const answer = (find: Find) => async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await load()
    const screen = await find(page, request)
    if (screen.at === 'dead') reply.code(404)
    return reply.type('text/html; charset=utf-8').send(draw(page, tokenIn(request), screen))
  }
  const route = {
    config: { access: 'public' as const },
    compress: {},
    bodyLimit: FORM_BYTES,
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const { status, ...body } = explainError(error, request)
      return answer((page) => page.open({ status, body }))(request, reply.code(status))
    },
  }
  const opened: Find = async (page, request) =>
    page.open(
      await replyOf(() => readVerification(deps, tokenIn(request))),
      'change' in (request.query as object),
    )
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    forms.get('/verify/*', route, answer(opened))
    forms.post(
      '/verify/*',
      route,
      answer(
        async (page, request) => (await submitted(page, deps, request)) ?? opened(page, request),
      ),
    )
    forms.post(
      '/verify/:token/new-link',
      route,
      answer(async (page, request) => {
        await sendNewLink(deps, tokenIn(request))
        return { ...(await opened(page, request)), told: NEW_LINK_REPLY }
      }),
    )
  })
}

const tokenIn = ({ url }: FastifyRequest) => url.split(/[/?#]/)[2] ?? ''

/** Undefined for a form that the page did not make: another site's would put its own words on this page. */
async function submitted(page: ClientPage, deps: Deps, request: FastifyRequest) {
  if (request.headers['sec-fetch-site'] === 'cross-site') return undefined
  const save = (answer: object) =>
    answerVerification(deps, tokenIn(request), checked(VerificationAnswer, answer))
  const values = (request.body ?? {}) as Record<string, string>
  return page.submit(values, (answer) => replyOf(() => save(answer)))
}

async function replyOf(call: () => Promise<object>): Promise<Reply> {
  try {
    return { status: 200, body: await call() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: { message: error.message, ...error.details } }
  }
}
