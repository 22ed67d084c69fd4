import { DETAIL_FIELDS, type DetailName, mayBeNull } from '@attest/contract/client-fields'
import type { Language } from '@attest/contract/languages'
import type { PublicClient } from '@attest/contract/verification'
import { isAborted, timeLimit } from '../lib/time-limit.ts'
import * as model from './details.ts'

export type Action = 'confirm' | 'update'

/** Why a link no longer works; `at` is an ISO time. */
export type DeadLink =
  | { code: 'link_answered' | 'link_expired'; at: string }
  | { code: 'not_found' }

export type Problem = 'offline' | 'tooSlow' | 'unreachable' | 'tooOften' | 'ourSide'

export type Failure = Problem | 'unreadable'

export type Loaded =
  | { at: 'form'; form: model.FormState }
  /** `asked`: a new link was requested without the script. */
  | { at: 'dead'; link: DeadLink; asked?: boolean }
  /** Not the link's fault: a retry may help. */
  | { at: 'failed'; why: Problem }

export interface Thanks {
  /** When the server received the answer. The reader's own clock may be wrong. */
  on?: string
  confirm?: boolean
  next?: { first_name: string; token: string }
}

export type Sent =
  | ({ ok: true } & Thanks)
  | { ok: false; fields: model.FieldErrors }
  /** A failure that no field caused. */
  | { ok: false; failure: Failure }
  /** The office changed the details meanwhile; `current` has them. */
  | { ok: false; current: PublicClient; changes: DetailName[] }
  /** The link was answered before, or ended while the page was open. */
  | { ok: false; dead: DeadLink }
  /** Why no reply came. The same answer may be sent again. */
  | { ok: false; unanswered: Problem }

export interface Given {
  /** The details that the page showed at the answer. */
  shown: PublicClient
  details: model.Details
  action: Action
  language?: Language | undefined
  helper?: model.Helper | undefined
}

export type Body = Partial<PublicClient> & {
  message?: string
  code?: string
  at?: string
  fields?: Record<string, string>
  confirm_email?: boolean
  next?: NonNullable<Thanks['next']>
  current?: Partial<PublicClient>
}

export interface Reply {
  /** 0: our server sent no reply. */
  status: number
  body: Body
  on?: string | null
  tooSlow?: boolean
}

/** Written by hand, as zod's schemas would be a third of the page's size. */
export const isClient = (body: Partial<PublicClient>): body is PublicClient =>
  [...DETAIL_FIELDS, 'last_updated' as const].every(
    (name) => typeof body[name] === 'string' || (mayBeNull(name) && body[name] === null),
  )

const isThanks = ({ message }: Body) => typeof message === 'string'

const addressOf = (token: string) => `/api/verify/${encodeURIComponent(token)}`

/** Safe to repeat, as reading a link changes nothing. */
export const loadDetails = async (token: string): Promise<Loaded> =>
  loadedFrom(await request(addressOf(token), isClient))

export function loadedFrom(reply: Reply): Loaded {
  if (reply.status === 200) return { at: 'form', form: model.formOf(reply.body as PublicClient) }
  if (reply.status === 404) return { at: 'dead', link: deadLinkIn(reply.body) }
  return { at: 'failed', why: problemWith(reply) }
}

export const sendAnswer = (token: string, given: Given): Promise<Sent> =>
  sendBy((body) => request(addressOf(token), isThanks, body), given)

/** Sends an answer without checks: only the server has the rules, and names wrong fields. */
export async function sendBy(post: (body: object) => Promise<Reply>, given: Given): Promise<Sent> {
  const { shown, details, action, language, helper } = given
  const { last_updated } = shown
  const answer = await post({ ...details, action, last_updated, language, answered_by: helper })
  const { status, body, on } = answer
  const { confirm_email, next } = body
  const thanks = {
    ...(confirm_email && { confirm: true }),
    ...(next && { next }),
    ...(on && { on }),
  }
  if (status === 200) return { ok: true, ...thanks }
  if (status === 0) return { ok: false, unanswered: problemWith(answer) }
  if (status === 404 || body.code === 'link_answered') return { ok: false, dead: deadLinkIn(body) }
  const { current } = body
  if (status === 409 && current && isClient(current)) {
    const changes = model.officeChanges(model.detailsOf(shown), details, model.detailsOf(current))
    if (changes.length > 0) return { ok: false, current, changes }
    // The office's change agrees with the answer, or concerns a field outside this page.
    const { last_updated } = current
    return sendBy(post, { ...given, shown: { ...shown, last_updated } })
  }
  const fields = model.fieldErrorsIn(body.fields, details)
  if (Object.keys(fields).length > 0) return { ok: false, fields }
  return { ok: false, failure: status === 400 ? 'unreadable' : problemWith(answer) }
}

/** Reports the reader's first key, touch or scroll, which mail scanners do not have. Fails silently. */
export function reportOpened(token: string) {
  const over = new AbortController()
  const report = () => {
    over.abort()
    void request(`${addressOf(token)}/opened`, () => true, {})
  }
  const options = { signal: over.signal, passive: true }
  for (const act of ['keydown', 'pointerdown', 'wheel']) addEventListener(act, report, options)
  return () => over.abort()
}

/** Every caller gets the same reply, so a stranger learns nothing. */
export async function requestNewLink(token: string): Promise<{ ok: boolean; why?: Problem }> {
  const answer = await request(`${addressOf(token)}/new-link`, isThanks, {})
  return answer.status === 200 ? { ok: true } : { ok: false, why: problemWith(answer) }
}

function deadLinkIn({ code, at = '' }: Body): DeadLink {
  const dated = code === 'link_answered' || code === 'link_expired'
  return dated && Date.parse(at) ? { code, at } : { code: 'not_found' }
}

function problemWith({ status, tooSlow }: Reply): Problem {
  if (status === 429) return 'tooOften'
  if (status > 0) return 'ourSide'
  if (navigator.onLine === false) return 'offline'
  return tooSlow ? 'tooSlow' : 'unreachable'
}

/** `isOurs`: whether a success really is our server's reply. */
async function request(
  address: string,
  isOurs: (body: Body) => boolean,
  body?: unknown,
): Promise<Reply> {
  const limit = timeLimit()
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  try {
    const response = await fetch(address, {
      ...(body === undefined ? {} : post),
      cache: 'no-store',
      signal: limit.signal,
    })
    const json = parsed(await response.text())
    // Any other success is a wireless network's sign-in page; a bare 404 is a proxy's that cannot reach our server.
    const strange = response.ok ? !(json && isOurs(json)) : response.status === 404 && !json
    const on = response.headers.get('date')
    return { status: strange ? 0 : response.status, body: json ?? {}, on }
  } catch (error) {
    return { status: 0, body: {}, tooSlow: isAborted(error) }
  } finally {
    limit.end()
  }
}

export function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}
