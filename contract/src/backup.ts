import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Lets a restored copy send emails and make nightly backups. Once it does, the call changes nothing. */
export const resume = endpoint({
  method: 'POST',
  path: '/api/admin/resume',
  reply: z.object({ message: z.string() }),
})
