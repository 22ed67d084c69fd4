import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'

export const Admin = z.object({ id: z.uuid(), email: z.string() })
export type Admin = z.infer<typeof Admin>

export const Credentials = z.object({
  email,
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(1024, 'Password is too long'),
})

/** 401 'Invalid credentials'; 429 with `retry-after` after too many wrong tries. */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: Credentials,
  reply: z.object({ admin: Admin, token: z.string() }),
})

export const me = endpoint({ method: 'GET', path: '/api/auth/me', reply: Admin })

/** Ends the caller's session; its token is dead at once. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  reply: z.object({ message: z.string() }),
})
