import * as z from 'zod/mini'
import { REMINDER_END } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { email, text, timestamp } from './fields.ts'
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts'
import { MAX_TEXT } from './tidy.ts'

const MAX_CONTENT = 20_000
const MAX_ID = 50

/** On demand: a browser's first localized number takes a slow phone 80 ms. */
const tooLong = (most: number) => ({
  error: () => `Must be at most ${most.toLocaleString('en-US')} characters`,
})

/** Unknown placeholders are rejected by name. */
const content = (most: number) =>
  z._default(
    text.check(
      z.maxLength(most, tooLong(most)),
      z.refine((value) => unknownPlaceholders(value).length === 0, {
        error: ({ input }) =>
          `Unknown placeholder ${unknownPlaceholders(String(input)).join(', ')}`,
      }),
    ),
    '',
  )

const line = (message: string) =>
  z.pipe(
    content(MAX_TEXT).check(z.refine((value) => value.trim() !== '', message)),
    z.transform((value) => value.replace(/\s+/g, ' ').trim()),
  )

/** The HTML is always generated from these fields. */
export const TemplateContent = z.object({
  name: text.check(
    z.trim(),
    z.maxLength(MAX_TEXT, tooLong(MAX_TEXT)),
    z.refine((name) => name !== '', 'Template name is required'),
  ),
  subject: line('Subject is required'),
  /** Empty: generated from the other fields. */
  textContent: content(MAX_CONTENT),
  greeting: content(MAX_CONTENT),
  mainMessage: content(MAX_CONTENT),
  /** A letter asks for an answer if it has this label and a button text. */
  addressLabel: content(MAX_TEXT),
  buttonText: content(MAX_TEXT),
  footerMessage: content(MAX_CONTENT),
  signature: content(MAX_CONTENT),
})
export type TemplateContent = z.infer<typeof TemplateContent>

/** The id of a group's reminder. */
export const reminderIdOf = (templateId: string): string => `${templateId}${REMINDER_END}`

/** 'Big Clients (2026)' becomes 'big-clients-2026' (spec §5). */
export function templateIdOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_ID)
    .replace(/-$/, '')
}

export const RESERVED_ID = `Template IDs that end in ${REMINDER_END} are for reminders`

const templateId = z.string().check(
  z.trim(),
  z.maxLength(MAX_ID, tooLong(MAX_ID)),
  z.regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, 'Template ID may have letters, digits and hyphens'),
  z.refine((id) => !id.endsWith(REMINDER_END), { error: RESERVED_ID }),
)

export const Template = z.object({
  id: z.string(),
  /** The group whose letter this one reminds of. A reminder is no group: lists leave it out. */
  reminder_of: z.nullable(z.string()),
  version: z.int(),
  updated_at: timestamp,
  name: z.string(),
  subject: z.string(),
  htmlContent: z.string(),
  textContent: z.string(),
  /** The text is generated; it is generated again when saved empty or unchanged. */
  textIsGenerated: z.boolean(),
  greeting: z.string(),
  mainMessage: z.string(),
  addressLabel: z.string(),
  buttonText: z.string(),
  footerMessage: z.string(),
  signature: z.string(),
})
export type Template = z.infer<typeof Template>

export const TemplateVersion = z.object({
  version: z.int(),
  created_at: timestamp,
  /** null: came with the product. */
  admin_email: z.nullable(z.string()),
  name: z.string(),
  subject: z.string(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

const templateParams = z.object({ id: text })

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates',
  reply: z.array(Template),
})

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates/:id',
  params: templateParams,
  reply: Template,
})

/** Without an id one is made from the name. 409: the id is taken. `htmlContent` is ignored. */
export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/email-templates',
  body: z.extend(TemplateContent, { id: z.optional(z.union([templateId, z.literal('')])) }),
  reply: Template,
})

/**
 * Saves a new version. With the edited `version`: 409 and the template as `current` if someone was faster. An
 * unchanged template stays as it is.
 */
export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/api/admin/email-templates/:id',
  params: templateParams,
  body: z.extend(TemplateContent, { version: z.optional(z.int32()) }),
  reply: Template,
})

/** Deletes its reminder too; versions stay. 409 with the number of `clients`, `waiting` emails or `rounds` that use it. */
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/admin/email-templates/:id',
  params: templateParams,
  reply: z.object({ message: z.string() }),
})

/** The newest first, also of a deleted template. */
export const listTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates/:id/versions',
  params: templateParams,
  reply: z.array(TemplateVersion),
})

export const getTemplateVersion = endpoint({
  method: 'GET',
  path: '/api/admin/email-templates/:id/versions/:version',
  params: z.extend(templateParams, { version: z.coerce.number().check(z.int32(), z.positive()) }),
  reply: Template,
})

/**
 * Sends at once, without a ledger row. `templateData` is completed by sample data; `draft` replaces the saved
 * template. 502: the mail was rejected, with the reason. 429 after too many. The security log keeps the address.
 */
export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/email-templates/send-test',
  body: z.object({
    templateId: text,
    testEmail: email,
    templateData: z._default(
      z.partialRecord(z.enum(PLACEHOLDERS), text.check(z.maxLength(2000))),
      {},
    ),
    draft: z.optional(TemplateContent),
  }),
  reply: z.object({ message: z.string() }),
})
