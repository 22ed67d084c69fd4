import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { optionalText, required, timestamp } from './fields.ts'

const Setting = z.object({
  value: z.nullable(z.string()),
  /** server: by the environment, which wins. */
  setBy: z.enum(['default', 'office', 'server']),
  /** The variable of the environment that sets it. */
  variable: z.string(),
})
export type Setting = z.infer<typeof Setting>

export const Settings = z.object({
  firm: z.object({ name: Setting, phone: Setting }),
  /** When the office changed a section last; null: never. */
  saved: z.object({ firm: z.nullable(timestamp) }),
})
export type Settings = z.infer<typeof Settings>

export const FirmSettings = z.object({
  /** Missing: unchanged. */
  name: z.optional(required('Please name the firm')),
  /** Missing: unchanged. Null: none. */
  phone: z.optional(optionalText),
  /** As `saved.firm` was read; without it, the last change wins. */
  saved: z.optional(z.nullable(timestamp)),
})

export const getSettings = endpoint('GET /api/admin/settings', { reply: Settings })

/** 409 `settings_changed` if another administrator saved the section since. Other processes follow within 2 seconds. */
export const saveFirm = endpoint('PUT /api/admin/settings/firm', {
  body: FirmSettings,
  reply: Settings,
})
