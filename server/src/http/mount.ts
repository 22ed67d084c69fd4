import type { Endpoint } from '@attest/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { InvalidInput } from './errors.ts'
import { type From, fromOf, type Level, type SignedIn } from './signed-in.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** file: the route admits by a token for one file, or a sign-in. */
    access?: Level | 'public' | 'page' | 'file'
    endpoint?: Endpoint
  }
}

type Out<S> = S extends z.core.$ZodType ? z.output<S> : undefined

export interface Call<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  /** Must not be read in a public call. */
  admin: SignedIn
  from: From
  request: FastifyRequest
}

/** Parsing the reply removes columns that the contract does not name. */
type Answer<S> = S extends z.core.$ZodType ? Promise<z.input<S>> | z.input<S> : Promise<void>

export function mount<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  answer: (call: Call<E>) => Answer<E['reply']>,
): void {
  // Compiled on first use: parses long lists 15 times faster, but would slow the start.
  let schema: z.core.$ZodType | undefined
  const send = async (call: Call<E>, reply: FastifyReply) => {
    const result = await answer(call)
    schema ??= e.reply && z.compile(e.reply)
    return reply.send(schema && z.parse(schema, result))
  }
  mountRaw(app, e, send, { compress: {} })
}

/** For endpoints that reply themselves: a file, an event stream, a 202. */
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
    // A HEAD route would do a GET's whole work without a reply, and all of them take 20 ms at the start.
    exposeHeadRoute: false,
    config: { access: e.access ?? 'admin', endpoint: e, ...options.config },
    handler: (request, reply) => answer(readCall(e, request), reply),
  })
}

const readCall = <E extends Endpoint>(e: E, request: FastifyRequest): Call<E> =>
  ({
    params: e.params && checked(e.params, request.params),
    query: e.query && checked(e.query, request.query),
    body: e.body && checked(e.body, request.body ?? {}),
    admin: request.admin,
    from: fromOf(request),
    request,
  }) as Call<E>

export function checked<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new InvalidInput(parsed.error)
  return parsed.data
}

export const prefersAsync = (request: FastifyRequest): boolean =>
  /\brespond-async\b/.test(String(request.headers.prefer ?? ''))
