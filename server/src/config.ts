import { createHash, createPrivateKey } from 'node:crypto'
import { Resolver } from 'node:dns'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ReminderPlan } from '@attest/contract/rounds'
import addressparser from 'nodemailer/lib/addressparser'
import * as z from 'zod/mini'
import { ConfigError, checkSettings } from './check-settings.ts'
import { loadEnvFile } from './env-file.ts'
import { readProviders } from './identity/providers/provider-settings.ts'

const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' }),
  z.transform((value) => ['on', 'true', '1'].includes(value)),
)

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .check(
      z.int('must be a whole number'),
      z.minimum(least, `must be at least ${least}`),
      z.maximum(most, `must be at most ${most}`),
    )

/** Whether `check` accepts the value and does not throw. */
const holds = (check: (value: string) => unknown) => (value: string) => {
  try {
    return Boolean(check(value))
  } catch {
    return false
  }
}

const isTimeZone = holds((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone }))

/** Accepts names only, since PostgreSQL reads an offset such as +05:30 with the opposite sign. */
const timeZone = z
  .string()
  .check(
    z.refine(
      (text) => /^[A-Z]/i.test(text) && isTimeZone(text),
      'must be a time zone like America/New_York',
    ),
  )

const MUST_BE_BUCKET = 'must look like s3://key:secret@host/bucket?region=us-east-1'

const imapUrl = z.url({
  protocol: /^imaps?$/,
  hostname: /./,
  error: 'must look like imaps://user:password@host:993',
})

/** The issuer's address, with the application's id and secret. */
const mailOauthUrl = z.url({
  protocol: /^https?$/,
  error: 'must look like https://client-id:secret@login.microsoftonline.com/tenant/v2.0',
})

const smtpUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'must look like smtp://user:password@host:587',
})

/** The web is served from the root of its host only. A host in another script becomes its xn-- form. */
const publicUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).check(
  z.refine(
    (text) => /^\/*$/.test(URL.parse(text)?.pathname ?? ''),
    'must be an address without a path',
  ),
  z.refine((text) => {
    const { username, password, search, hash } = URL.parse(text) ?? {}
    return !username && !password && !search && !hash && !/[?#]/.test(text)
  }, 'must be an address without user, query or fragment'),
  z.refine(
    (text) => !URL.parse(text)?.hostname.replace(/\.$/, '').split('.').includes(''),
    'must be an address whose host has no empty part',
  ),
)
const originOf = z.pipe(
  publicUrl,
  z.transform((text: string) => new URL(text).origin),
)

const filesUrl = z
  .url({ protocol: /^s3(\+http)?$/, error: MUST_BE_BUCKET })
  .check(z.regex(/^[^?]+:\/\/[^/?]+\/[^/?]+(\?|$)/, MUST_BE_BUCKET))

const mailAddress = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const [found, ...more] = addressparser(text)
    if (found?.address && more.length === 0 && z.email().safeParse(found.address).success) {
      return { name: found.name, address: found.address }
    }
    const message = 'must look like Firm <office@firm.com>'
    issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

const isReadable = holds((file) => readFileSync(file).length > 0)

const readableFile = z
  .string()
  .check(z.refine(isReadable, 'must be the path of a file that can be read'))

const reminderDays = z.pipe(
  z.string(),
  z.transform((text: string, { issues }): number[] => {
    const days = text === 'none' ? [] : text.split(/[\s,;]+/).map(Number)
    if (ReminderPlan.shape.days.safeParse(days).success) return days
    issues.push({ code: 'custom', message: 'must be rising days like 7, 14, 21', input: text })
    return z.NEVER
  }),
)

export interface Logo {
  hash: string
  type: string
  fileName: string
  bytes: Buffer
}

export const logoHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const IMAGE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  ico: 'image/x-icon',
}

function logoOfFile(file: string): Logo {
  const bytes = readFileSync(file)
  const type = IMAGE_TYPES[path.extname(file).slice(1).toLowerCase()]!
  return { hash: logoHash(bytes), type, fileName: path.basename(file), bytes }
}

/** DKIM signs with RSA only; other keys would give unsigned or badly signed emails. */
const isRsaKey = holds((file) => createPrivateKey(readFileSync(file)).asymmetricKeyType === 'rsa')

export const NO_FIRM_NAME = 'Attest'

/** Every setting with its default. `.env.example` explains them, and a test compares the two. */
export const Settings = z.object({
  PORT: z._default(whole(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(originOf),
  VERIFY_URL: z.optional(originOf),
  VERIFY_PORT: z.optional(whole(0, 65_535)),
  TRUST_PROXY: z._default(flag, false),
  DATA_DIR: z._default(z.string(), './data'),
  DISK_RESERVE_MB: z._default(whole(0, 1_000_000_000), 500),
  IMPORT_MB: z._default(whole(1, 1000), 10),
  DATABASE_URL: z.optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host/name',
    }),
  ),
  FILES_URL: z.optional(filesUrl),
  SMTP_URL: z.optional(smtpUrl),
  IMAP_URL: z.optional(imapUrl),
  MAIL_OAUTH_URL: z.optional(mailOauthUrl),
  MAIL_FROM: z.optional(mailAddress),
  MAIL_REPLY_TO: z.optional(mailAddress),
  MAIL_RATE: z.optional(
    z.coerce.number({ error: 'must be a number' }).check(z.positive('must be more than 0')),
  ),
  MAIL_CONNECTIONS: z._default(whole(1, 100), 3),
  DKIM_SELECTOR: z.optional(z.string().check(z.regex(/^[\w.-]+$/, 'must be a name like mail'))),
  DKIM_KEY: z.optional(
    z.string().check(z.refine(isRsaKey, 'must be the path of an RSA private key (PEM)')),
  ),
  DNS_SERVER: z.optional(
    z.string().check(
      z.refine(
        holds((text) => new Resolver().setServers([text]) ?? true),
        'must be an IP address like 9.9.9.9 or 9.9.9.9:53',
      ),
    ),
  ),
  IMPORT_KEEP_DAYS: z._default(whole(0, 3650), 90),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP: z._default(whole(1, 10_000), 14),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(16, 'must have at least 16 characters')),
  ),
  ADMIN_EMAIL: z._default(z.email({ error: 'must be an e-mail address' }), 'admin@example.com'),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters'))),
  FIRM_NAME: z._default(z.string(), NO_FIRM_NAME),
  FIRM_LOGO: z.optional(
    readableFile.check(
      z.refine(
        (file) => path.extname(file).slice(1).toLowerCase() in IMAGE_TYPES,
        'must be an image like logo.svg or logo.png',
      ),
    ),
  ),
  FIRM_PHONE: z.optional(z.string()),
  FIRM_ADDRESS: z.optional(z.string()),
  LINK_DAYS: z._default(whole(1, 3650), 30),
  ROUND_DAYS: z._default(whole(1, 365), 28),
  REMINDER_DAYS: z._default(reminderDays, [7, 14, 21]),
  CHANGE_RECEIPTS: z._default(flag, true),
  TIME_ZONE: z.optional(timeZone),
  SESSION_IDLE_HOURS: z._default(whole(1, 8760), 12),
  SESSION_DAYS: z._default(whole(1, 3650), 30),
  REQUIRE_2FA: z._default(flag, false),
  ALLOW_SIGNUP: z._default(flag, false),
  HEAD_TO: z.optional(z.email({ error: 'must be an email address' })),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    'warn',
  ),
})

export type Config = Omit<z.infer<typeof Settings>, 'PUBLIC_URL' | 'TIME_ZONE'> & {
  PUBLIC_URL: string
  get TIME_ZONE(): string
  /** undefined sets the system's zone. */
  set TIME_ZONE(zone: string | undefined)
  /** Variables that the environment sets. The office may set the others in the browser (settings.ts). */
  setOnServer: ReadonlySet<string>
  /** The image of FIRM_LOGO, or the one that the office chose. */
  logo: Logo | undefined
  /** Variables whose sealed value cannot be opened with the secret key. */
  unreadable: ReadonlySet<string>
  OIDC: ReturnType<typeof readProviders>
}

export const firmOf = ({ FIRM_NAME, FIRM_PHONE }: Config) => ({
  name: FIRM_NAME,
  phone: FIRM_PHONE ?? null,
})

/** The address that clients’ links lead to. */
export const linkHome = ({ VERIFY_URL, PUBLIC_URL }: Pick<Config, 'VERIFY_URL' | 'PUBLIC_URL'>) =>
  VERIFY_URL ?? PUBLIC_URL

export const senderOf = ({ MAIL_FROM, FIRM_NAME, PUBLIC_URL }: Config) => ({
  name: MAIL_FROM?.name || FIRM_NAME,
  address: MAIL_FROM?.address ?? `no-reply@${new URL(PUBLIC_URL).hostname}`,
})

export const mailDomain = (config: Config): string => senderOf(config).address.split('@').at(-1)!

/** The only reader of the environment. An empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = loadEnvFile()): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  // Older copies of .env.example set this name, which must not fix the office's choice.
  if (set.FIRM_NAME === NO_FIRM_NAME) delete set.FIRM_NAME
  const { PUBLIC_URL, TIME_ZONE, ...rest } = checkSettings(Settings, set)
  if (rest.DKIM_KEY && !rest.DKIM_SELECTOR) throw new ConfigError('DKIM_SELECTOR is missing')
  if (rest.DKIM_SELECTOR && !rest.DKIM_KEY) throw new ConfigError('DKIM_KEY is missing')
  if (rest.VERIFY_URL && rest.VERIFY_PORT === undefined)
    throw new ConfigError('VERIFY_PORT is missing')
  if (rest.VERIFY_PORT !== undefined && !rest.VERIFY_URL)
    throw new ConfigError('VERIFY_URL is missing')
  if (rest.VERIFY_PORT && rest.VERIFY_PORT === rest.PORT)
    throw new ConfigError('VERIFY_PORT must be another port than PORT')
  let timeZone = TIME_ZONE
  return {
    ...rest,
    setOnServer: new Set(Object.keys(set)),
    unreadable: new Set(),
    logo: rest.FIRM_LOGO === undefined ? undefined : logoOfFile(rest.FIRM_LOGO),
    OIDC: readProviders(set),
    DATA_DIR: path.resolve(rest.DATA_DIR),
    BACKUP_DIR: rest.BACKUP_DIR && path.resolve(rest.BACKUP_DIR),
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${rest.PORT}`,
    /** The system's zone by default, read late: Node's first use of time zones takes 15 ms of the start. */
    get TIME_ZONE(): string {
      timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
      return timeZone
    },
    set TIME_ZONE(zone: string | undefined) {
      timeZone = zone
    },
  }
}
