import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EmailReply, email, REMINDER_END, text, timestamp } from './fields.ts'
import { LANGUAGES, type Language, TRANSLATIONS } from './languages.ts'
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts'
import { MAX_TEXT } from './tidy.ts'

// Does not import the letters' texts: the first screens load this file without them.

export interface LetterContent extends Translation {
  /** Missing: English. */
  writtenIn?: Language
  /** Shows the button without the address, as other people may read this letter. */
  bare?: boolean
}

export interface TranslatedContent extends LetterContent {
  translations?: Partial<Record<string, LetterContent>> | undefined
}

/** A letter asks for an answer if it has an address label and a button. */
export const asksForVerification = ({ addressLabel, buttonText, bare }: LetterContent): boolean =>
  (addressLabel !== '' || bare === true) && buttonText !== ''

export const isBlank = (letter: object) => Object.values(letter).every((text) => text.trim() === '')

const MAX_CONTENT = 20_000
const MAX_ID = 50

/** A function, since a browser's first localized number takes a slow phone 80 ms. */
const tooLong = (most: number) => ({
  error: () => `Must be at most ${most.toLocaleString('en-US')} characters`,
})

/** The error names unknown placeholders. */
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

const oneLine = z.transform((value: string) => value.replace(/\s+/g, ' ').trim())

const subject = z.pipe(
  content(MAX_TEXT).check(
    z.refine((value) => !/\{\{\s*verificationUrl\s*\}\}/.test(value), {
      error: 'A subject cannot hold the link: anyone who sees it could answer',
    }),
  ),
  oneLine,
)

const SUBJECT_MISSING = 'Subject is required'

const letterFields = {
  /** Empty: generated from the other fields. */
  textContent: content(MAX_CONTENT),
  greeting: content(MAX_CONTENT),
  mainMessage: content(MAX_CONTENT),
  addressLabel: content(MAX_TEXT),
  buttonText: content(MAX_TEXT),
  footerMessage: content(MAX_CONTENT),
  signature: content(MAX_CONTENT),
}

const translation = z.object({ subject, ...letterFields }).check(
  z.refine((letter) => letter.subject !== '' || isBlank(letter), {
    error: SUBJECT_MISSING,
    path: ['subject'],
  }),
)
export type Translation = z.infer<typeof translation>

/** By language. A letter without any text is left out. */
const translations = z.pipe(
  z.partialRecord(z.enum(TRANSLATIONS), translation),
  z.transform(
    (letters): Partial<Record<string, Translation>> =>
      Object.fromEntries(Object.entries(letters).filter(([, letter]) => !isBlank(letter))),
  ),
)

/** The HTML is always generated from these fields. */
export const TemplateContent = z.object({
  name: text.check(
    z.trim(),
    z.maxLength(MAX_TEXT, tooLong(MAX_TEXT)),
    z.refine((name) => name !== '', 'Template name is required'),
  ),
  subject: subject.check(z.refine((value) => value !== '', SUBJECT_MISSING)),
  ...letterFields,
  /** Missing: the stored translations stay. */
  translations: z.optional(translations),
})
export type TemplateContent = z.infer<typeof TemplateContent>

/** A letter asks for an answer in all its languages or in none. */
const asksInAll = z.check<Pick<TemplateContent, keyof TemplateContent>>(({ value, issues }) => {
  const asks = asksForVerification(value)
  for (const [language, letter] of Object.entries(value.translations ?? {})) {
    if (!letter || asksForVerification(letter) === asks) continue
    const field = asks && letter.addressLabel === '' ? 'addressLabel' : 'buttonText'
    issues.push({
      code: 'custom',
      message: asks
        ? 'Needed, as in the English letter'
        : 'Must be empty, as in the English letter',
      input: value,
      path: ['translations', language, field],
    })
  }
})

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

const letter = Object.fromEntries(
  ['subject', ...Object.keys(letterFields)].map((name) => [name, z.string()]),
) as Record<'subject' | keyof typeof letterFields, z.ZodMiniString>

export const Template = z.object({
  id: z.string(),
  /** For a reminder, the group whose letter it repeats. Lists of groups leave reminders out. */
  reminder_of: z.nullable(z.string()),
  version: z.int(),
  updated_at: timestamp,
  name: z.string(),
  ...letter,
  htmlContent: z.string(),
  /** Whether the text is generated. Saved empty or unchanged, it is generated again. */
  textIsGenerated: z.boolean(),
  /** By language; a generated text is empty here. Clients without their language get the English letter. */
  translations: z.partialRecord(z.enum(TRANSLATIONS), z.object(letter)),
})
export type Template = z.infer<typeof Template>

export const TemplateVersion = z.object({
  version: z.int(),
  created_at: timestamp,
  /** Null: the version came with the product. */
  admin_email: z.nullable(z.string()),
  name: z.string(),
  subject: z.string(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

const templateParams = z.object({ id: text })
const oneTemplate = { params: templateParams, reply: Template }

export const listTemplates = endpoint('GET /api/admin/email-templates', {
  reply: z.array(Template),
})

export const getTemplate = endpoint('GET /api/admin/email-templates/:id', oneTemplate)

/** Without an id, the server makes one from the name. 409: the id is taken. `htmlContent` is ignored. */
export const createTemplate = endpoint('POST /api/admin/email-templates', {
  body: z
    .extend(TemplateContent, { id: z.optional(z.union([templateId, z.literal('')])) })
    .check(asksInAll),
  reply: Template,
})

/** 409: `current` if someone saved after the edited `version`; with `alsoWaiting` false also `emails_waiting`. */
export const updateTemplate = endpoint('PUT /api/admin/email-templates/:id', {
  ...oneTemplate,
  body: z
    .extend(TemplateContent, {
      version: z.optional(z.int32()),
      alsoWaiting: z.optional(z.boolean()),
    })
    .check(asksInAll),
})

/** Deletes its reminder too; versions stay. 409 with the number of `clients`, `waiting` emails or `rounds` that use it. */
export const deleteTemplate = endpoint('DELETE /api/admin/email-templates/:id', {
  params: templateParams,
})

/** The newest first. Works for a deleted template, too. */
export const listTemplateVersions = endpoint('GET /api/admin/email-templates/:id/versions', {
  params: templateParams,
  reply: z.array(TemplateVersion),
})

export const getTemplateVersion = endpoint('GET /api/admin/email-templates/:id/versions/:version', {
  params: z.extend(templateParams, { version: z.coerce.number().check(z.int32(), z.positive()) }),
  reply: Template,
})

/**
 * Sends at once, without a ledger row. Sample data completes `templateData`; `draft` replaces the saved
 * template. 502: the mail was rejected, with the reason. 429 after too many. The security log keeps the address.
 */
export const sendTestEmail = endpoint('POST /api/admin/email-templates/send-test', {
  body: z.object({
    templateId: text,
    testEmail: email,
    templateData: z._default(
      z.partialRecord(z.enum(PLACEHOLDERS), text.check(z.maxLength(2000))),
      {},
    ),
    draft: z.optional(TemplateContent),
    language: z._default(z.enum(LANGUAGES), 'en'),
  }),
  reply: EmailReply,
})
