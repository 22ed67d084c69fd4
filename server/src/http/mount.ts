import type { Endpoint } from '@attest/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { InvalidInput } from './errors.ts'
import type { Level, SignedIn } from './signed-in.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** file: the route admits by itself, by a token for one file or a sign-in. */
    access?: Level | 'public' | 'page' | 'file'
    /** What the route takes and gives, for tests that walk the routes. */
    endpoint?: Endpoint
  }
}

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined
type In<S> = S extends z.core.$ZodType ? z.input<S> : undefined

/** What a call brings, checked against the contract. */
export interface Call<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  /** Who is signed in; must not be read in a public call. */
  admin: SignedIn
  request: FastifyRequest
}

/** The reply is parsed on its way out, so rows may bring more columns than the contract lets through. */
type Reply<E extends Endpoint> = In<E['reply']>

/** Serves one endpoint with JSON in and out. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  answer: (call: Call<E>) => Promise<Reply<E>> | Reply<E>,
): void {
  // A list's reply is long: compiled it is checked in a fifteenth of the time. Compiling every
  // reply would double the time of a start.
  let schema: z.core.$ZodType | undefined
  const send = async (call: Call<E>, reply: FastifyReply) => {
    schema ??= e.reply && z.compile(e.reply)
    return reply.send(schema && z.parse(schema, await answer(call)))
  }
  mountRaw(app, e, send, { compress: {} })
}

/** Serves an endpoint that answers by itself: a file, an event stream, a 202. */
export function mountRaw<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  answer: (call: Call<E>, reply: FastifyReply) => unknown,
  options: Partial<RouteOptions> = {},
): void {
  app.route({
    ...options,
    method: e.method,
    url: e.path,
    config: { access: e.access ?? 'admin', endpoint: e, ...options.config },
    handler: (request, reply) => answer(readCall(e, request), reply),
  })
}

/** @throws InvalidInput (400) */
function readCall<E extends Endpoint>(e: E, request: FastifyRequest): Call<E> {
  return {
    params: e.params && checked(e.params, request.params),
    query: e.query && checked(e.query, request.query),
    body: e.body && checked(e.body, request.body ?? {}),
    admin: request.admin,
    request,
  } as Call<E>
}

/** @throws InvalidInput (400) */
export function checked<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new InvalidInput(parsed.error)
  return parsed.data
}

/** Whether the caller wants its answer now and the work done behind it (RFC 7240). */
export const prefersAsync = (request: FastifyRequest): boolean =>
  /\brespond-async\b/.test(String(request.headers.prefer ?? ''))
