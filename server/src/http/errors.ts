import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isConnectionLost, isDiskFull, isTimeout } from '../db/transact.ts'

export class Refusal extends Error {
  readonly status: number
  /** Sent beside the message, e.g. the current row of a 409. A `code` replaces the status's own. */
  readonly details: Record<string, unknown>

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

export function notFound(what: string): never {
  throw new Refusal(404, `${what} not found`)
}

/** An open screen shows a client until a colleague deletes it. */
export function noClient(): never {
  throw new Refusal(404, 'This client was deleted or merged. Look in the trash.')
}

export function conflict(code: string, message: string): never {
  throw new Refusal(409, message, { code })
}

export function refuseField(field: string, message: string, status = 400): never {
  throw new Refusal(status, message, { fields: { [field]: message } })
}

export class InvalidInput extends Refusal {
  constructor(error: z.core.$ZodError) {
    const fields: Record<string, string> = {}
    for (const { path, message } of error.issues) fields[path.join('.')] ??= message
    super(400, error.issues[0]?.message ?? 'Invalid input', { fields })
  }
}

const CODES: Record<number, string> = {
  400: 'invalid_input',
  401: 'no_authorization',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'invalid_input',
  429: 'rate_limited',
  503: 'unavailable',
  507: 'disk_full',
}

const WORDS: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send the data as JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
}

/** Replaces a library's own words, which are not for people. */
const UNREADABLE = 'The request could not be read.'
const NEUTRAL = 'Something went wrong. Please try again.'
const NO_DATABASE = 'The database does not answer just now. Please try again in a minute.'
const NO_ROOM = 'The server’s disk is full. Please try again later.'
const BUSY = 'The database is too busy just now. Please try again in a minute.'

/** Turns every error into a reply. An error's own code replaces `code`. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  code?: string,
) {
  const { status, ...body } = explainError(error, request)
  if (typeof body.retryAfter === 'number') reply.header('retry-after', body.retryAfter)
  return reply.code(status).send({ code: code ?? CODES[status] ?? 'unexpected_failure', ...body })
}

interface Explanation extends Record<string, unknown> {
  status: number
  message: string
}

/** Returns the status and the body of the reply. Logs errors that the caller did not cause. */
export function explainError(
  error: FastifyError | Refusal,
  { log }: Pick<FastifyRequest, 'log'>,
): Explanation {
  if (error instanceof Refusal)
    return { status: error.status, message: error.message, ...error.details }
  const status = error.statusCode ?? 500
  if (status < 500) return { status, message: WORDS[error.code] ?? UNREADABLE }
  log.error(error)
  if (isConnectionLost(error)) return { status: 503, message: NO_DATABASE }
  if (isDiskFull(error)) return { status: 507, message: NO_ROOM }
  return isTimeout(error) ? { status: 503, message: BUSY } : { status: 500, message: NEUTRAL }
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  uuid: 'an id',
  email: 'an email address',
  datetime: 'a date and time, like 2027-01-31T09:00:00.000Z',
  date: 'a date, like 2027-01-31',
}

type Issue = z.core.$ZodRawIssue

function describeIssue(issue: Issue): string {
  const name = (issue.path ?? []).join('.')
  if (!name) return 'Please send the data as a JSON object.'
  if (isMissing(issue)) return `Please fill in ${name}`
  return `${name} ${ruleOf(issue)}`
}

const isMissing = (issue: Issue): boolean =>
  issue.code === 'too_small'
    ? issue.origin === 'string' && Number(issue.minimum) === 1
    : issue.input === undefined

function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? 'valid'}`
  if (issue.code === 'invalid_value') return `must be ${listed(issue.values)}`
  if (issue.code === 'too_small') return bounded('at least', issue.minimum, issue.origin)
  if (issue.code === 'too_big') return bounded('at most', issue.maximum, issue.origin)
  if (issue.code === 'invalid_format' && FORMATS[issue.format])
    return `must be ${FORMATS[issue.format]}`
  return 'is not valid'
}

function bounded(bound: string, limit: number | bigint, origin: string): string {
  const count = `${bound} ${limit}`
  if (origin === 'string') return `must have ${count} characters`
  if (origin === 'array' || origin === 'set')
    return `must have ${count} ${Number(limit) === 1 ? 'entry' : 'entries'}`
  return `must be ${count}`
}

const listed = (values: readonly unknown[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))

// zod/mini has no texts of its own.
z.config({ localeError: describeIssue })
