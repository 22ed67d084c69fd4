import fc from 'fast-check'
import * as z from 'zod/mini'
import { nasty } from './nasty.ts'

/** Placeholders for values of the running product, so that a seed makes the same requests. `Stock` fills them. */
export const KNOWN = {
  admin: 'ffffffff-ffff-4fff-8fff-000000000001',
  member: 'ffffffff-ffff-4fff-8fff-000000000002',
  session: 'ffffffff-ffff-4fff-8fff-000000000003',
  factor: 'ffffffff-ffff-4fff-8fff-000000000004',
  importId: 'ffffffff-ffff-4fff-8fff-000000000005',
  link: 'link-of-a-client'.padEnd(43, '-'),
  mail: 'mail-of-the-outbox',
  code: '135791',
  client: 7654321,
  mailing: 7654322,
  change: 7654323,
  attachment: 7654324,
} as const

/** Every field of every call accepts at least one of these. */
const PLAUSIBLE: readonly unknown[] = [
  ...Object.values(KNOWN),
  ...['Ann', "O'Brien", '1 Elm St', 'MA', '02134', '617-555-0140', '1001', '123456', '24h', '3'],
  ...['Dear {{first_name}}', 'ann@example.com', 'GeneralClients', 'correct horse battery'],
  ...['/account', 's256', 'x'.repeat(43), `eq.${KNOWN.admin}`, 'public-key', 'status', 'es'],
  ...['1:Boston', 'own.1', 'new.text', 'plain'],
  ...['2026-11-21T09:30:00.000Z', '2099-12-31', [7, 14], [1, 5], 1, 2, 25, true, false, null],
]

const EMAILS = ['admin@example.com', 'member@example.com', 'ann@example.com']
const PASSWORDS = ['correct horse battery', 'amber violin quarry']

/** Values that pass validation, by field or by the word before it in a path. */
const LIKELY: Readonly<Record<string, readonly unknown[]>> = {
  email: EMAILS,
  code: [KNOWN.code],
  token: [KNOWN.link],
  token_hash: [KNOWN.link],
  testEmail: EMAILS,
  password: PASSWORDS,
  current_password: PASSWORDS,
  provider: ['local'],
  provider_id: ['local'],
  domain: ['example.com'],
  redirect_to: ['https://attest.test/sign-in'],
  return_to: ['/account'],
  group_template: ['GeneralClients'],
  templateId: ['GeneralClients'],
  code_challenge_method: ['s256'],
  verify: [KNOWN.link],
  users: [KNOWN.client, KNOWN.member],
  trash: [KNOWN.client],
  other: [KNOWN.client],
  'resend-email': [KNOWN.client],
  administrators: [KNOWN.member],
  outbox: [KNOWN.mail],
  attachments: [KNOWN.attachment],
  'audit-logs': [KNOWN.change],
  mailings: [KNOWN.mailing],
  rounds: [1],
  client_id: [KNOWN.client],
  roundId: [1],
  imports: [KNOWN.importId],
  'import-progress': [KNOWN.importId],
  factors: [KNOWN.factor],
  sessions: [KNOWN.session],
  'email-templates': ['GeneralClients', 'BigClients'],
  versions: [1],
  columns: [1, 2],
}

const KEYS = fc.constantFrom('__proto__', 'constructor', 'id', 'role', 'a\0b', 'x'.repeat(300), '')

/** Mostly valid bodies; sometimes with a wrong, missing or extra field. */
export function valueFor(schema: z.core.$ZodType, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 14, arbitrary: fitting(schema as z.core.$ZodTypes, name) },
    { weight: 1, arbitrary: nasty },
  )
}

function fitting(schema: z.core.$ZodTypes, name: string): fc.Arbitrary<unknown> {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return objectOf(def.shape)
    case 'array':
      return fc.array(valueFor(def.element), { maxLength: 3 })
    case 'record':
      return fc.dictionary(
        fc.oneof({ weight: 9, arbitrary: keysOf(def.keyType as z.core.$ZodTypes) }, KEYS),
        valueFor(def.valueType),
      )
    case 'optional':
    case 'default':
      return fc.option(valueFor(def.innerType, name), { nil: undefined })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'unknown':
      return objectOf(
        Object.fromEntries(UNDESCRIBED.map((name) => [name, z.string().check(z.maxLength(200))])),
      )
    case 'pipe':
      return isComposed(def.in) ? fitting(def.in, name) : plausible(schema, name)
    default:
      return plausible(schema, name)
  }
}

const keysOf = ({ _zod: { def } }: z.core.$ZodTypes) =>
  def.type === 'enum'
    ? fc.constantFrom(...Object.values(def.entries).map(String))
    : fc.constantFrom('first_name', '1')

const isComposed = (schema: z.core.$ZodType): schema is z.core.$ZodTypes =>
  ['object', 'record'].includes(schema._zod.def.type)

function plausible(schema: z.core.$ZodType, name: string): fc.Arbitrary<unknown> {
  const taken = (values: readonly unknown[]) =>
    values.filter((value) => z.safeParse(schema, value).success)
  const any = fc.constantFrom(...taken(PLAUSIBLE))
  const likely = taken(LIKELY[name] ?? [])
  if (likely.length === 0) return any
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...likely) }, any)
}

/** Fields of sign-in grants, whose route does not describe the body. */
const UNDESCRIBED = ['email', 'password', 'refresh_token', 'auth_code', 'code_verifier']

/** One field is wrong as often as none. A second wrong one would hide the first. */
function objectOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      fitting(schema as z.core.$ZodTypes, name),
    ]),
  )
  const whole = fc.record(fields)
  const withNasty = (name: fc.Arbitrary<string>) =>
    fc.tuple(whole, name, nasty).map(([object, key, value]) => {
      // `configurable`, as fast-check may map the same object again.
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true })
      return object
    })
  const names = Object.keys(shape)
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 6, arbitrary: withNasty(names.length > 0 ? fc.constantFrom(...names) : KEYS) },
    { weight: 1, arbitrary: withNasty(KEYS) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  )
}
