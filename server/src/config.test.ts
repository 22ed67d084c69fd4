import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readConfig, Settings, senderOf } from './config.ts'

const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')
const pairs = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])

test('.env.example names every setting, each with its default', () => {
  expect(pairs.map(([name]) => name).sort()).toEqual(Object.keys(Settings.shape).sort())
  const { setOnServer } = readConfig(Object.fromEntries(pairs))
  expect(readConfig(Object.fromEntries(pairs))).toEqual({ ...readConfig({}), setOnServer })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
})

test('MAIL_FROM defaults to the host of PUBLIC_URL', () => {
  const settings = { PUBLIC_URL: 'https://records.harrow.test/', FIRM_NAME: 'Harrow & Finch' }
  expect(senderOf(readConfig(settings))).toEqual({
    name: 'Harrow & Finch',
    address: 'no-reply@records.harrow.test',
  })
})

test('adds the firm’s name to MAIL_FROM and keeps that of MAIL_REPLY_TO', () => {
  const FIRM_NAME = 'Harrow & Finch'
  const named = (MAIL_FROM: string) => senderOf(readConfig({ FIRM_NAME, MAIL_FROM }))
  expect(named('a@b.co')).toEqual({ name: FIRM_NAME, address: 'a@b.co' })
  expect(named('Office <a@b.co>')).toEqual({ name: 'Office', address: 'a@b.co' })
  const { MAIL_REPLY_TO } = readConfig({ MAIL_REPLY_TO: 'Office <a@b.co>' })
  expect(MAIL_REPLY_TO).toEqual({ name: 'Office', address: 'a@b.co' })
})

/** A key of a type that cannot sign emails. */
function anotherKey(): string {
  const file = path.join(temporaryFolder(), 'key.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return file
}

test('a key of a type that cannot sign emails is refused', () => {
  expect(() => readConfig({ DKIM_KEY: anotherKey(), DKIM_SELECTOR: 'mail' })).toThrow(
    'DKIM_KEY must be the path of an RSA private key (PEM)',
  )
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'attest' }, 'PUBLIC_URL must be an http(s) address'],
  [{ PUBLIC_URL: 'https://a..com' }, 'PUBLIC_URL must be an address whose host has no empty part'],
  [{ PUBLIC_URL: 'https://firm.com/a' }, 'PUBLIC_URL must be an address without a path'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://user:password@host/name'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must look like smtp://user:password@host:587'],
  [{ SMTP_URL: 'smtp:/a.test' }, 'SMTP_URL must look like smtp://user:password@host:587'],
  [{ IMAP_URL: 'imaps:///a.test' }, 'IMAP_URL must look like imaps://user:password@host:993'],
  [{ OIDC_A_ISSUER: 'a.test' }, 'OIDC_A_ISSUER must be the https address of the provider'],
  [{ TIME_ZONE: 'Boston' }, 'TIME_ZONE must be a time zone like America/New_York'],
  [{ TIME_ZONE: '+05:30' }, 'TIME_ZONE must be a time zone like America/New_York'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters'],
  [{ MAIL_FROM: 'Harrow & Finch' }, 'MAIL_FROM must look like Firm <office@firm.com>'],
  [{ MAIL_REPLY_TO: 'Office' }, 'MAIL_REPLY_TO must look like Firm <office@firm.com>'],
  [{ MAIL_FROM: 'a@b.co, c@d.co' }, 'MAIL_FROM must look like Firm <office@firm.com>'],
  [{ FIRM_LOGO: '/no/logo.png' }, 'FIRM_LOGO must be the path of a file that can be read'],
  [{ FIRM_LOGO: import.meta.filename }, 'FIRM_LOGO must be an image like logo.svg or logo.png'],
  [{ DKIM_KEY: import.meta.filename }, 'DKIM_KEY must be the path of an RSA private key (PEM)'],
  [{ DKIM_SELECTOR: 'mail' }, 'DKIM_KEY is missing'],
  [{ VERIFY_URL: 'https://verify.a.test' }, 'VERIFY_PORT is missing'],
  [{ VERIFY_PORT: '3001' }, 'VERIFY_URL is missing'],
  [
    { VERIFY_URL: 'https://verify.a.test', VERIFY_PORT: '3000' },
    'VERIFY_PORT must be another port than PORT',
  ],
  [{ REMINDER_DAYS: '7, 7' }, 'REMINDER_DAYS must be rising days like 7, 14, 21'],
])('the setting %j is refused in one line', (settings, line) => {
  expect(() => readConfig(settings)).toThrow(line)
})

test.each(['user:word@firm.com', 'firm.com?a=b', 'firm.com/#a', 'firm.com?'])(
  'PUBLIC_URL https://%s is refused by its name',
  (rest) => {
    const read = () => readConfig({ PUBLIC_URL: `https://${rest}` })
    expect(read).toThrow('PUBLIC_URL must be an address without user, query or fragment')
  },
)

test('converts a PUBLIC_URL in other scripts to its xn-- form', () => {
  const { PUBLIC_URL } = readConfig({ PUBLIC_URL: 'HTTPS://Bücher.Example:443' })
  expect(PUBLIC_URL).toBe('https://xn--bcher-kva.example')
})

test.each(['https://host/bucket', 's3://host', 's3://host/', 's3://key:secret@host/a/b'])(
  'FILES_URL %s is refused with a message',
  (FILES_URL) => {
    expect(() => readConfig({ FILES_URL })).toThrow(/^FILES_URL must look like s3:/)
  },
)

test('FILES_URL may name any bucket', () => {
  const FILES_URL = 's3://key:sec%2Fret@s3.eu-west-1.amazonaws.com/files?region=eu-west-1'
  expect(readConfig({ FILES_URL }).FILES_URL).toBe(FILES_URL)
})
