import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((value) => ['on', 'true', '1'].includes(value))

const whole = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)

const timeZone = z.string().refine(isTimeZone, 'must be a time zone like America/New_York')

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

const MUST_BE_BUCKET = 'must look like s3://key:secret@host/bucket?region=us-east-1'

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
  .optional()

const filesUrl = z
  .url({ protocol: /^s3(\+http)?$/, error: MUST_BE_BUCKET })
  .regex(/^[^?]+:\/\/[^/?]+\/[^/?]+(\?|$)/, MUST_BE_BUCKET)
  .optional()

/** Every setting: its default, its form. `.env.example` explains them; a test compares the two. */
export const Settings = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  TRUST_PROXY: flag.default(false),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host/name',
    })
    .optional(),
  FILES_URL: filesUrl,
  SMTP_URL: smtpUrl,
  MAIL_FROM: z.string().optional(),
  MAIL_REPLY_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  MAIL_RATE: z.coerce
    .number({ error: 'must be a number' })
    .positive('must be more than 0')
    .optional(),
  MAIL_CONNECTIONS: whole(1, 100).default(5),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).default('admin@example.com'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  FIRM_NAME: z.string().min(1).default('Attest'),
  FIRM_LOGO: z.string().optional(),
  FIRM_PHONE: z.string().optional(),
  LINK_DAYS: whole(1, 3650).default(30),
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
  /** Without a slash at the end. */
  PUBLIC_URL: string
  MAIL_FROM: string
  /** Other sign-ins, from the variables OIDC_{NAME}_…. */
  OIDC: OidcProvider[]
}

/** One OpenID Connect provider. `name` stands in addresses, `label` on its button. */
interface OidcProvider {
  name: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Of e-mail addresses whose owners sign in there. */
  domains: string[]
}

const OidcSettings = z.object({
  ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be the https address of the provider' })
    .refine(isSafe, 'must be an https address'),
  CLIENT_ID: z.string({ error: 'is missing' }),
  CLIENT_SECRET: z.string({ error: 'is missing' }),
  LABEL: z.string().optional(),
  DOMAINS: z.string().default(''),
})

/** Plain http only to this machine, where nobody can listen in. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** OIDC_ENTRA_ISSUER, OIDC_ENTRA_CLIENT_ID … make the provider `entra`; there may be several. */
function readProviders(set: Record<string, string | undefined>): OidcProvider[] {
  const byName = new Map<string, Record<string, string>>()
  for (const [variable, value] of Object.entries(set)) {
    if (!variable.startsWith('OIDC_')) continue
    const [, name, part] = /^OIDC_([A-Z0-9]+)_([A-Z_]+)$/.exec(variable) ?? []
    if (!name || !part || !(part in OidcSettings.shape))
      throw new ConfigError(`${variable} is no setting: see OIDC in .env.example`)
    byName.set(name, { ...byName.get(name), [part]: value! })
  }
  return [...byName].map(([name, parts]) => {
    const { ISSUER, CLIENT_ID, CLIENT_SECRET, LABEL, DOMAINS } = checked(
      OidcSettings,
      parts,
      `OIDC_${name}_`,
    )
    return {
      name: name.toLowerCase(),
      label: LABEL ?? new URL(ISSUER).hostname,
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      domains: DOMAINS.toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    }
  })
}

/** @throws ConfigError that names the variable */
function checked<S extends z.ZodType>(schema: S, set: object, prefix = ''): z.output<S> {
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const { path: names, message } = parsed.error.issues[0]!
  throw new ConfigError(`${prefix}${names.join('.')} ${message}`)
}

/** What stands on the buttons of other sign-ins; no secret of theirs. */
export const providersOf = ({ OIDC }: Config) => OIDC.map(({ name, label }) => ({ name, label }))

/** How the firm is named in letters and on every page. */
export const firmOf = ({ FIRM_NAME, FIRM_PHONE }: Config) => ({
  name: FIRM_NAME,
  phone: FIRM_PHONE ?? null,
})

/** What stands behind the @ of MAIL_FROM: Message-IDs are made in its name. */
export const mailDomain = ({ MAIL_FROM }: Config): string =>
  /@([\w.-]+)/.exec(MAIL_FROM)?.[1] ?? 'localhost'

/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {}

/** Takes a file `.env` of the folder one starts in into the environment; what is set there wins. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The only reader of the environment. An empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { PUBLIC_URL, MAIL_FROM, ...rest } = checked(Settings, set)
  const publicUrl = (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, '')
  return {
    ...rest,
    OIDC: readProviders(set),
    DATA_DIR: path.resolve(rest.DATA_DIR),
    PUBLIC_URL: publicUrl,
    MAIL_FROM: MAIL_FROM ?? `${rest.FIRM_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
  }
}
