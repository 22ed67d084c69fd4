import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isConnectionLost, isTimeout } from '../db/transact.ts'

/** A failure the caller should read. Anything else thrown is a bug. */
export class Refusal extends Error {
  readonly status: number
  /** Sent beside the message, e.g. the current row of a 409. */
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

/** What the caller sent breaks the contract: each field's first problem, in the contract's words. */
export class InvalidInput extends Refusal {
  constructor(error: z.core.$ZodError) {
    const fields: Record<string, string> = {}
    for (const { path, message } of error.issues) fields[path.join('.')] ??= message
    super(400, error.issues[0]?.message ?? 'Invalid input', { fields })
  }
}

const TOO_LARGE = 'The request is too large.'
const NEUTRAL = 'Something went wrong. Please try again.'
const NO_DATABASE = 'The database does not answer just now. Please try again in a minute.'
const BUSY = 'The database is too busy just now. Please try again in a minute.'

/** The one place where an error becomes an answer. `extra` stands in it unless the error knows better. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  extra: { code?: string } = {},
) {
  const answer = (code: number, message: string, details = {}) =>
    reply.code(code).send({ ...extra, message, ...details })
  if (error instanceof Refusal) {
    const retryAfter = error.details.retryAfter
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
    return answer(error.status, error.message, error.details)
  }
  const status = error.statusCode ?? 500
  if (status === 413) return answer(413, TOO_LARGE)
  if (status < 500) return answer(status, error.message)
  request.log.error(error)
  if (isConnectionLost(error)) return answer(503, NO_DATABASE)
  if (isTimeout(error)) return answer(503, BUSY)
  return answer(500, NEUTRAL)
}
