import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { mailWarnings } from './mail-warnings.ts'

const SMTP_URL = 'smtp://mail.harrow.test'
const FIRM = { FIRM_NAME: 'Harrow & Finch', FIRM_PHONE: '(617) 555-0140' }
const warningsOf = (settings: object) => mailWarnings(readConfig({ SMTP_URL, ...settings }))

test('names each setting that emails to clients need', () => {
  expect(warningsOf({})).toEqual([
    { setting: 'FIRM_NAME', text: 'The firm’s name is missing: letters are signed “Attest”.' },
    {
      setting: 'FIRM_PHONE',
      text: 'The firm’s phone is missing: letters name no number to call.',
    },
    {
      setting: 'MAIL_FROM',
      text: 'Emails come from no-reply@localhost, which mail servers reject.',
    },
  ])
})

test('gives no warning if all are set, or without a mail server', () => {
  expect(warningsOf({ ...FIRM, MAIL_FROM: 'office@harrow.com' })).toEqual([])
  expect(warningsOf({ ...FIRM, PUBLIC_URL: 'https://records.harrow.com' })).toEqual([])
  expect(warningsOf({ SMTP_URL: '' })).toEqual([])
})

test.each(['http://192.168.1.7:3000', 'http://[::1]:3000', 'http://attest.local', 'http://attest'])(
  'warns of a sender made from %s',
  (PUBLIC_URL) => expect(warningsOf({ ...FIRM, PUBLIC_URL })).toHaveLength(1),
)
