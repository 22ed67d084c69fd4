import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { linksLeadNowhere, mailWarnings } from './mail-warnings.ts'

const SMTP_URL = 'smtp://mail.harrow.test'
const FIRM = { FIRM_NAME: 'Harrow & Finch', FIRM_PHONE: '(617) 555-0140' }
const warningsOf = (settings: object) =>
  mailWarnings(readConfig({ SMTP_URL, TIME_ZONE: 'America/Chicago', ...settings }))

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
    {
      setting: 'MAIL_FROM',
      text: 'Clients’ replies go to no-reply@localhost, which perhaps nobody reads.',
    },
  ])
})

test('gives no warning if all are set, or without a mail server', () => {
  expect(warningsOf({ ...FIRM, MAIL_FROM: 'office@harrow.com' })).toEqual([])
  const MAIL_REPLY_TO = 'office@harrow.com'
  expect(warningsOf({ ...FIRM, MAIL_REPLY_TO, PUBLIC_URL: 'https://records.harrow.com' })).toEqual(
    [],
  )
  expect(warningsOf({ SMTP_URL: '' })).toEqual([])
})

test.each(['UTC', 'Etc/UTC'])(
  'warns that a server’s own %s is no firm’s time zone',
  (TIME_ZONE) => {
    const settings = { ...FIRM, MAIL_FROM: 'office@harrow.com' }
    const config = { ...readConfig({ SMTP_URL, ...settings }), TIME_ZONE }
    const text = `Reminders and first letters leave by the clock of ${TIME_ZONE}. Choose the firm’s time zone.`
    expect(mailWarnings(config)).toEqual([{ setting: 'TIME_ZONE', text }])
    expect(warningsOf({ ...settings, TIME_ZONE })).toEqual([])
  },
)

test.each(['http://192.168.1.7:3000', 'http://[::1]:3000', 'http://attest.local', 'http://attest'])(
  'warns of a sender made from %s',
  (PUBLIC_URL) =>
    expect(warningsOf({ ...FIRM, PUBLIC_URL, MAIL_REPLY_TO: 'office@harrow.com' })).toHaveLength(1),
)

test.each([
  'http://192.168.1.7:3000',
  'https://10.0.0.5',
  'https://172.20.1.1',
  'https://100.100.1.1',
  'https://[fd00::1]',
  'https://records',
  'https://records.harrow.local',
  'https://records.corp',
])('holds letters back whose links lead to %s', (PUBLIC_URL) => {
  const config = readConfig({ SMTP_URL, PUBLIC_URL })
  expect(linksLeadNowhere(config)).toContain(`${PUBLIC_URL}, which only your own network can open`)
  // A trial, with the mail server on the same machine.
  const trial = { ...config, SMTP_URL: 'smtp://localhost' }
  expect(linksLeadNowhere(trial)).toBeNull()
  expect(mailWarnings(trial)).toContainEqual({
    setting: 'PUBLIC_URL',
    text: `Links would lead to ${PUBLIC_URL}, which only your own network can open.`,
  })
})

test.each(['https://records.harrow.com', 'https://172.32.0.1', 'https://[2606:4700::1]'])(
  'lets letters go whose links lead to %s',
  (PUBLIC_URL) => expect(linksLeadNowhere(readConfig({ SMTP_URL, PUBLIC_URL }))).toBeNull(),
)

test('warns of links without encryption, and names their setting', () => {
  const settings = { ...FIRM, MAIL_FROM: 'office@harrow.com', PUBLIC_URL: 'http://harrow.com' }
  const text = 'Links start with http: clients’ details would travel unencrypted.'
  expect(warningsOf(settings)).toEqual([{ setting: 'PUBLIC_URL', text }])
  const door = { VERIFY_URL: 'http://verify.harrow.com', VERIFY_PORT: '3001' }
  expect(warningsOf({ ...settings, ...door })).toEqual([{ setting: 'VERIFY_URL', text }])
  expect(warningsOf({ ...settings, ...door, VERIFY_URL: 'https://verify.harrow.com' })).toEqual([])
})
