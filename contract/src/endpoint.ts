import type * as z from 'zod/mini'

/** One call of the product, as data: the server mounts it, the web calls it, tests walk it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With Fastify's parameter syntax: '/api/admin/users/:id' */
  path: string
  /**
   * Absent: an administrator, signed in with every step that is asked for. account: signed in so,
   * but perhaps not yet let in or without the second factor that the firm asks for. first-step:
   * the second step may be missing.
   */
  access?: 'public' | 'first-step' | 'account'
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  /** How the body travels where it is not JSON. */
  upload?: 'multipart'
  /** The JSON of a 200. Absent for files and event streams. */
  reply?: z.core.$ZodType
  /** What a caller gets with 202 when it asks `Prefer: respond-async`. */
  accepted?: z.core.$ZodType
}

export const endpoint = <const E extends Endpoint>(e: E): E => e
