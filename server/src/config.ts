import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { ConfigError, checkSettings } from './check-settings.ts'
import { readProviders } from './identity/providers/provider-settings.ts'

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => ['on', 'true', '1'].includes(value))

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)

/** Whether `check` is true of a value, and throws nothing. */
const holds = (check: (value: string) => unknown) => (value: string) => {
  try {
    return Boolean(check(value))
  } catch {
    return false
  }
}

const isTimeZone = holds((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone }))

/** By name: PostgreSQL reads an offset such as +05:30 with the opposite sign. */
const timeZone = z
  .string()
  .refine(
    (text) => /^[A-Z]/i.test(text) && isTimeZone(text),
    'must be a time zone like America/New_York',
  )

const MUST_BE_BUCKET = 'must look like s3://key:secret@host/bucket?region=us-east-1'

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
  .optional()

/** The web is served from the root of its host only. */
const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine(
    (text) => /^\/*$/.test(URL.parse(text)?.pathname ?? ''),
    'must be an address without a path',
  )

const filesUrl = z
  .url({ protocol: /^s3(\+http)?$/, error: MUST_BE_BUCKET })
  .regex(/^[^?]+:\/\/[^/?]+\/[^/?]+(\?|$)/, MUST_BE_BUCKET)
  .optional()

const mailAddress = z.string().transform((text, ctx) => {
  const [found, ...more] = addressparser(text)
  if (found?.address && more.length === 0 && z.email().safeParse(found.address).success) {
    return { name: found.name, address: found.address }
  }
  ctx.addIssue({ code: 'custom', message: 'must look like Firm <office@firm.com>' })
  return z.NEVER
})

const isReadable = holds((file) => readFileSync(file).length > 0)

const readableFile = z.string().refine(isReadable, 'must be the path of a file that can be read')

const IMAGE = /\.(png|jpe?g|gif|webp|svg|avif|ico)$/i

/** DKIM signs with RSA only; other keys would give unsigned or badly signed emails. */
const isRsaKey = holds((file) => createPrivateKey(readFileSync(file)).asymmetricKeyType === 'rsa')

export const NO_FIRM_NAME = 'Attest'

/** Every setting with its default. `.env.example` explains them, and a test compares the two. */
export const Settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  TRUST_PROXY: flag.default(false),
  DATA_DIR: z.string().default('./data'),
  DISK_RESERVE_MB: whole(0, 1_000_000_000).default(500),
  IMPORT_MB: whole(1, 1000).default(10),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host/name',
    })
    .optional(),
  FILES_URL: filesUrl,
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailAddress.optional(),
  MAIL_REPLY_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  MAIL_RATE: z.coerce
    .number({ error: 'must be a number' })
    .positive('must be more than 0')
    .optional(),
  MAIL_CONNECTIONS: whole(1, 100).default(5),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a name like mail')
    .optional(),
  DKIM_KEY: z.string().refine(isRsaKey, 'must be the path of an RSA private key (PEM)').optional(),
  IMPORT_KEEP_DAYS: whole(0, 3650).default(90),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: whole(1, 10_000).default(14),
  BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).default('admin@example.com'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  FIRM_NAME: z.string().min(1).default(NO_FIRM_NAME),
  FIRM_LOGO: readableFile.regex(IMAGE, 'must be an image like logo.svg or logo.png').optional(),
  FIRM_PHONE: z.string().optional(),
  LINK_DAYS: whole(1, 3650).default(30),
  CHANGE_RECEIPTS: flag.default(true),
  TIME_ZONE: timeZone.default(Intl.DateTimeFormat().resolvedOptions().timeZone),
  SESSION_IDLE_HOURS: whole(1, 8760).default(12),
  SESSION_DAYS: whole(1, 3650).default(30),
  REQUIRE_2FA: flag.default(false),
  ALLOW_SIGNUP: flag.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('warn'),
})

export type Config = Omit<z.infer<typeof Settings>, 'PUBLIC_URL' | 'MAIL_FROM'> & {
  PUBLIC_URL: string
  MAIL_FROM: z.output<typeof mailAddress>
  OIDC: ReturnType<typeof readProviders>
}

export const firmOf = ({ FIRM_NAME, FIRM_PHONE }: Config) => ({
  name: FIRM_NAME,
  phone: FIRM_PHONE ?? null,
})

export const mailDomain = ({ MAIL_FROM }: Config): string => MAIL_FROM.address.split('@').at(-1)!

/** Loads `.env` of the working folder; variables of the environment win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The only reader of the environment. An empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { PUBLIC_URL, MAIL_FROM, ...rest } = checkSettings(Settings, set)
  if (rest.DKIM_KEY && !rest.DKIM_SELECTOR) throw new ConfigError('DKIM_SELECTOR is missing')
  if (rest.DKIM_SELECTOR && !rest.DKIM_KEY) throw new ConfigError('DKIM_KEY is missing')
  const home = (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, '')
  return {
    ...rest,
    OIDC: readProviders(set),
    DATA_DIR: path.resolve(rest.DATA_DIR),
    BACKUP_DIR: rest.BACKUP_DIR && path.resolve(rest.BACKUP_DIR),
    PUBLIC_URL: home,
    MAIL_FROM: MAIL_FROM ?? {
      name: rest.FIRM_NAME,
      address: `no-reply@${new URL(home).hostname}`,
    },
  }
}
