import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email, optionalText, required, timestamp } from './fields.ts'

const Setting = z.object({
  /** A switch is 'on' or 'off'. Null: not set, or a password, which is never sent. */
  value: z.nullable(z.string()),
  /** server: the environment sets it, which overrides the office. */
  setBy: z.enum(['default', 'office', 'server']),
  /** The variable of the environment that sets it. */
  variable: z.string(),
  /** The server's secret key cannot decrypt it, so it must be typed again. */
  isUnreadable: z.optional(z.boolean()),
})
export type Setting = z.infer<typeof Setting>

const settings = <const N extends string>(...names: N[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Setting])) as Record<N, typeof Setting>)

/** Null: no mailbox is set up. */
export const MailboxState = z.nullable(
  z.object({
    /** When it was read last; null: never. */
    readAt: z.nullable(timestamp),
    /** Why it cannot be read, in words; null while all is well. */
    problem: z.nullable(z.string()),
  }),
)

/** Each section has the settings that the fields of its call change. */
export const Settings = z.object({
  /** `logo` is the address of the image. */
  firm: settings('name', 'phone', 'address', 'timeZone', 'logo'),
  email: settings(
    'senderName',
    'senderAddress',
    'replyTo',
    'host',
    'port',
    'security',
    'user',
    'password',
    'rate',
    'signIn',
  ),
  /** Where bounces and replies arrive. `tenant` to `secret` name the application that signs in to Microsoft 365. */
  mailbox: settings(
    ...(['host', 'port', 'security', 'user', 'password', 'signIn'] as const),
    ...(['tenant', 'application', 'secret'] as const),
  ),
  mailboxState: MailboxState,
  links: settings('days', 'roundDays', 'reminders'),
  security: settings('secondFactor', 'receipts', 'metricsToken'),
  /** The address that clients’ links lead to. */
  address: z.object({
    value: z.string(),
    /** Why clients cannot open it, in words; null if they can. */
    problem: z.nullable(z.string()),
    /** When somebody last opened it by the link of a test email; null: never. */
    openedAt: z.nullable(timestamp),
  }),
  /** When the office changed a section last; null: never. */
  saved: z.record(z.enum(['firm', 'email', 'mailbox', 'links', 'security']), z.nullable(timestamp)),
})
export type Settings = z.infer<typeof Settings>
export type Section = keyof Settings['saved']

/** The section's `saved` as the caller read it. Without it, the last change wins. */
const saved = z.optional(z.nullable(timestamp))
const flag = z.optional(z.enum(['on', 'off'], 'Must be on or off'))

// A missing field stays as it is; null restores the default.

const FirmSettings = z.object({
  name: z.optional(required('Please name the firm')),
  phone: z.optional(optionalText),
  /** One line for letters on paper. */
  address: z.optional(optionalText),
  /** Like America/New_York. Null: the server's time zone. */
  timeZone: z.optional(optionalText),
  saved,
})

const wholeOf = (name: string, least: number, most: number) => {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z
    .number(message)
    .check(z.int(message), z.minimum(least, message), z.maximum(most, message))
}

const LinksSettings = z.object({
  days: z.optional(z.nullable(wholeOf('Days', 1, 3650))),
  roundDays: z.optional(z.nullable(wholeOf('Days', 1, 365))),
  /** Days after a round's start, like '7, 14, 21', or 'none'. */
  reminders: z.optional(optionalText),
  saved,
})

/** Encryption of the connection to the mail server. `none`: STARTTLS if the server offers it. */
export const SECURITY = ['starttls', 'tls', 'none'] as const

const MailServer = z.object({
  host: required('Please enter the mail server'),
  port: wholeOf('Port', 1, 65_535),
  security: z.enum(SECURITY),
  user: optionalText,
  /** Missing: the stored one stays, if server and user do. */
  password: z.optional(z.nullable(z.string())),
  /** microsoft: with a token of the application that `mailbox` names. */
  signIn: z._default(z.enum(['password', 'microsoft']), 'password'),
})

/** A missing secret stays as stored, if the other two fields do. */
const MicrosoftApp = z.object({
  /** The directory’s id, or the address of an issuer. */
  tenant: required('Please enter the directory’s ID'),
  application: required('Please enter the application’s ID'),
  secret: z.optional(z.nullable(z.string())),
})

const MailboxSettings = z.object({
  /** Null: no mailbox is read. */
  server: z.optional(z.nullable(MailServer)),
  microsoft: z.optional(z.nullable(MicrosoftApp)),
  /** Saves even if the mailbox cannot be opened. */
  anyway: z.optional(z.boolean()),
  saved,
})

const EmailSettings = z.object({
  senderName: z.optional(optionalText),
  senderAddress: z.optional(email),
  replyTo: z.optional(z.nullable(email)),
  server: z.optional(MailServer),
  /** Emails a second. Null: no limit. */
  rate: z.optional(z.nullable(z.number().check(z.positive('Must be more than 0')))),
  /** Saves even if the sign-in at the mail server fails. */
  anyway: z.optional(z.boolean()),
  saved,
})

export const getSettings = endpoint('GET /api/admin/settings', { reply: Settings })

// Each save: 409 `settings_changed` if another administrator saved since. Other processes follow within 2 seconds.

export const saveFirm = endpoint('PUT /api/admin/settings/firm', {
  body: FirmSettings,
  reply: Settings,
})

/** One PNG or JPEG file of at most 512 KB and 2,000 pixels a side, otherwise 400. */
export const saveLogo = endpoint('PUT /api/admin/settings/firm/logo', {
  upload: 'multipart',
  reply: Settings,
})

export const removeLogo = endpoint('DELETE /api/admin/settings/firm/logo', { reply: Settings })

/** Needs a proof of identity. 422 `mail_check_failed` with the server's own words, unless `anyway`. */
export const saveEmail = endpoint('PUT /api/admin/settings/email', {
  body: EmailSettings,
  reply: Settings,
})

/** Needs a proof of identity. 422 `mail_check_failed` with the server's own words, unless `anyway`. */
export const saveMailbox = endpoint('PUT /api/admin/settings/mailbox', {
  body: MailboxSettings,
  reply: Settings,
})

/** Opens the mailbox with the typed settings and reads nothing. 422 `mail_check_failed` with the server's own words. */
export const testMailbox = endpoint('POST /api/admin/settings/mailbox/test', {
  body: MailboxSettings,
  reply: z.object({ folders: z.array(z.object({ name: z.string(), messages: z.int() })) }),
})

export const saveLinks = endpoint('PUT /api/admin/settings/links', {
  body: LinksSettings,
  reply: Settings,
})

/** Needs a proof of identity. */
export const saveSecurity = endpoint('PUT /api/admin/settings/security', {
  body: z.object({ secondFactor: flag, receipts: flag, saved }),
  reply: Settings,
})

/** Emails the signed-in administrator with the typed settings. 422 `mail_check_failed` with the server's own words. */
export const testEmailSettings = endpoint('POST /api/admin/settings/email/test', {
  body: EmailSettings,
  reply: z.object({ to: z.string(), response: z.string(), milliseconds: z.number() }),
})

/** Needs a proof of identity. Only this reply has the token, a bearer token for GET /metrics. The former one ends. */
export const newMetricsToken = endpoint('POST /api/admin/settings/metrics-token', {
  reply: z.object({ token: z.string(), settings: Settings }),
})

/** Needs a proof of identity. GET /metrics is 404 afterwards. */
export const removeMetricsToken = endpoint('DELETE /api/admin/settings/metrics-token', {
  reply: Settings,
})
