import type { Endpoint } from '@attest/contract/endpoint'
import * as z from 'zod/mini'
import { type Barred, barSession, currentToken, loseToken } from './session.ts'
import { isAborted, TIMEOUT_MS, type TimeLimit, timeLimit } from './time-limit.ts'

type Part<E, K extends 'params' | 'query'> = E extends {
  [key in K]: infer S extends z.core.$ZodType
}
  ? { [key in K]: Partial<z.output<S>> }
  : unknown
type Body<E> = E extends { body: infer S extends z.core.$ZodType } ? { body: z.input<S> } : unknown

export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Body<E>
export type Reply<E> = E extends { reply: infer S extends z.core.$ZodType }
  ? z.output<S>
  : undefined
export type Accepted<E> = E extends { accepted: infer S extends z.core.$ZodType }
  ? z.output<S>
  : never

export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

interface ErrorBody {
  message?: string
  code?: string
  fields?: Record<string, string>
  /** With a 409: the row as someone else saved it. */
  current?: unknown
  /** With a 409: how many clients still use a template. */
  clients?: number
  /** With a 409: how many clients can get no letter on paper, by reason. */
  leftOut?: Record<string, number>
}

/** A call that failed. `status` 0: no reply, or one that is not our server's. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, message: string, body: ErrorBody = {}) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** A failure of the page itself. Its message is shown to the person. */
export class ShownError extends Error {}

/** The message of the server or the page, otherwise `fallback`. */
export const messageOf = (error: unknown, fallback: string) =>
  error instanceof ShownError
    ? error.message
    : (error instanceof CallError && error.body.message) || fallback

export function readFailure(error: unknown): string {
  if (!(error instanceof CallError)) return UNREADABLE
  if (error.body.message !== undefined || error.status === 0) return error.message
  return `The server answered with error ${error.status}. Please try again.`
}

/** Whether the outcome is unknown: the server may have done it, even if a gateway replied for it. */
export const isUnanswered = (error: unknown) =>
  error instanceof CallError &&
  error.body.message === undefined &&
  (error.status === 0 || error.status >= 500)

export const isGone = (error: unknown) => error instanceof CallError && error.status === 404

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts = {}) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

export function authorization(): Record<string, string> {
  const token = currentToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}

interface Answer {
  status: number
  statusText: string
  text: string
}

const BARRED: readonly string[] = ['two_factor_required', 'not_admin'] satisfies Barred[]

/** A 401 ends the session, unless another one has begun. `sent`: the call's authorization. */
export function refusal({ status, statusText, text }: Answer, sent: string | undefined) {
  const current = sent && sent === authorization().authorization
  if (status === 401 && current) loseToken()
  try {
    const body = JSON.parse(text) as ErrorBody
    if (current && BARRED.includes(body.code ?? '')) barSession(body.code as Barred)
    if (typeof body.message === 'string') return new CallError(status, body.message, body)
  } catch {
    // Not JSON: a proxy's page, or an empty reply.
  }
  return new CallError(status, `${status}: ${text || statusText}`)
}

export const refusalOf = async (response: Response, sent: string | undefined) =>
  refusal(
    { status: response.status, statusText: response.statusText, text: await response.text() },
    sent,
  )

interface Options {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Another limit, such as a file's, which restarts with each byte. */
  limit?: TimeLimit
}

/** Returns the raw answer within the time limit. Throws a CallError for anything but success. */
export async function request(
  endpoint: Endpoint,
  parts: Parts = {},
  { headers: more, signal, limit = timeLimit(signal) }: Options = {},
) {
  const address = addressOf(endpoint, parts)
  const headers: Record<string, string> = { ...authorization(), ...more }
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  const answer =
    takeAskedEarly(address, headers.authorization) ??
    fetch(address, {
      method: endpoint.method,
      headers,
      body: parts.body === undefined ? undefined : JSON.stringify(parts.body),
      signal: limit.signal,
    })
  const response = await inTime(answer, signal)
  if (response.ok) return response
  throw await inTime(refusalOf(response, headers.authorization), signal)
}

export const noAnswer = (error: unknown, text = 'The server did not answer.') =>
  new CallError(0, isAborted(error) ? 'The server took too long.' : text)

async function inTime<T>(rest: Promise<T>, signal: AbortSignal | undefined) {
  try {
    return await rest
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(error)
  }
}

const UNREADABLE = 'The server’s answer could not be read. Please try again.'

/** For a reply that does not fit the call: a gateway's page, or another version's reply. */
export const unreadable = () => new CallError(0, UNREADABLE)

const SHOWN_AS_UNKNOWN = /^(status|state|kind|action|timestamp|last_updated|\w+_at)$/

/** Checks a reply, as a gateway may have sent it. An invalid status, kind or date passes and is shown as unknown. */
export function checkedReply(schema: z.core.$ZodType | undefined, text: string): unknown {
  if (!schema && text === '') return undefined
  if (!schema) throw unreadable()
  const json = parsed(text)
  const { success, data, error } = z.safeParse(schema, json)
  if (success) return data
  if (error.issues.every(({ path }) => SHOWN_AS_UNKNOWN.test(String(path.at(-1))))) return json
  throw unreadable()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

export const replyIn = async <S extends z.core.$ZodType>(
  schema: S | undefined,
  answer: Response,
  signal?: AbortSignal,
) => checkedReply(schema, await inTime(answer.text(), signal)) as z.output<S>

export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const answer = await request(endpoint, input as Parts, { signal })
  return replyIn(endpoint.reply, answer, signal) as Promise<Reply<E>>
}

/** Calls an endpoint that continues its work after the reply. */
export async function callAsync<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<Accepted<E>> {
  const headers = { prefer: 'respond-async' }
  const answer = await request(endpoint, input as Parts, { headers })
  return replyIn(endpoint.accepted, answer) as Promise<Accepted<E>>
}

/** A call that `early.ts` has started. */
interface AskedEarly {
  path: string
  authorization: string
  answer: Promise<Response>
  /** By performance.now(). */
  at: number
}

declare global {
  var askedEarly: AskedEarly | undefined
}

/** Takes the early call for this request, only once and only within the time limit. */
function takeAskedEarly(path: string, authorization: string | undefined) {
  const asked = globalThis.askedEarly
  if (asked?.path !== path || asked.authorization !== authorization) return undefined
  globalThis.askedEarly = undefined
  return performance.now() - asked.at < TIMEOUT_MS ? asked.answer : undefined
}
