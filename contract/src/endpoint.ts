import type * as z from 'zod/mini'

/** One call as data: the server mounts it, the web calls it, tests walk it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /**
   * Who may call it. Missing: an administrator. account: also one who is not yet admitted or lacks a required second
   * factor. first-step: also one whose second step is missing.
   */
  access?: 'public' | 'first-step' | 'account'
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  upload?: 'multipart'
  /** Missing: the reply is empty, a file or an event stream. */
  reply?: z.core.$ZodType
  /** The 202 reply to `Prefer: respond-async`. */
  accepted?: z.core.$ZodType
}

/** The checked parts of a request. */
export type Body<E extends Endpoint> = z.output<NonNullable<E['body']>>
export type Query<E extends Endpoint> = z.output<NonNullable<E['query']>>

type Route = `${Endpoint['method']} /${string}`

/** `endpoint('GET /api/admin/users/:id', { … })`. The line below keeps unused calls out of bundles. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Parts extends Omit<Endpoint, 'method' | 'path'>>(
  route: Route,
  parts: Parts,
) {
  const [method, path] = route.split(' ') as [Endpoint['method'], string]
  return { ...parts, method, path }
}
