import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { envelope, openSmtp } from './smtp.ts'

const letter = {
  to: { name: 'Ann Lee', address: 'ann@example.com' },
  messageId: '<one@attest.test>',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

async function open(settings: Record<string, string> = {}) {
  const sink = await openSmtpSink()
  const config = readConfig({ PUBLIC_URL: 'https://attest.test', ...settings })
  const mail = openSmtp(sink.url, config)
  onTestFinished(async () => {
    await mail.close()
    await sink.close()
  })
  return { mail, sink }
}

test('writes a firm’s name with brackets into the header', async () => {
  const FIRM_NAME = 'Harrow (Boston) <Finch>, "Law"'
  const { mail, sink } = await open({ FIRM_NAME })
  await mail.send(letter)
  expect(sink.received[0]!.mail.from).toMatchObject({
    name: FIRM_NAME,
    address: 'no-reply@attest.test',
  })
})

test.each([
  '=?utf-8?q?Ann=40evil=2Eexample?=',
  '=?utf-8?b?PGV2aWxAZXZpbC5leGFtcGxlPiwg?=',
  'Ann =?utf-8?q?=22=2C_=3Cevil=40evil=2Eexample=3E?=',
  'evil@evil.example, Ann',
  '"Ann" <evil@evil.example>,',
  'Ann (evil@evil.example)',
  'group: evil@evil.example;',
  'Ann\\',
])('adds no recipient because of the name %s', async (name) => {
  const { mail, sink } = await open()
  await mail.send({ ...letter, to: { ...letter.to, name } })
  const [{ to, mail: received }] = sink.received as [(typeof sink.received)[0]]
  expect(to).toBe('ann@example.com')
  expect(received.to).toEqual([{ name: name.replaceAll('=?', '= ?'), address: 'ann@example.com' }])
})

test('signs mails for the sender’s domain with a DKIM key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const DKIM_KEY = path.join(temporaryFolder(), 'dkim.pem')
  writeFileSync(DKIM_KEY, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { mail, sink } = await open({ DKIM_KEY, DKIM_SELECTOR: 'mail', MAIL_FROM: 'a@firm.test' })
  await mail.send(letter)
  const signature = sink.received[0]!.mail.headers.find(({ key }) => key === 'dkim-signature')
  expect(signature?.value).toContain('d=firm.test')
  expect(signature?.value).toContain('s=mail')
})

test.each([
  ['smtp.mailgun.org', 'X-Mailgun-Track', 'no'],
  [
    'smtp.sendgrid.net',
    'X-SMTPAPI',
    expect.stringContaining('"clicktrack":{"settings":{"enable":0}}'),
  ],
  ['smtp.postmarkapp.com', 'X-PM-TrackLinks', 'None'],
  ['smtp.postmarkapp.com', 'X-PM-KeepID', 'true'],
  ['in-v3.mailjet.com', 'X-Mailjet-TrackClick', '0'],
  ['smtp.eu.sparkpostmail.com', 'X-MSYS-API', expect.stringContaining('"click_tracking":false')],
])('asks %s to leave links and the Message-ID as they are: %s', (host, header, value) => {
  const headersBy = (server: string) =>
    envelope(letter, readConfig({ SMTP_URL: `smtp://${server}:587` })).headers
  expect(headersBy(host)).toHaveProperty([header], value)
  expect(headersBy(`${host}.example`)).not.toHaveProperty([header])
})

test('asks Amazon to leave links as they are', () => {
  const linked = { ...letter, html: '<a href="https://firm.test">Open</a> <abbr>' }
  const htmlFor = (server: string) =>
    envelope(linked, readConfig({ SMTP_URL: `smtp://${server}:587` })).html
  expect(htmlFor('email-smtp.us-east-1.amazonaws.com')).toBe(
    '<a ses:no-track href="https://firm.test">Open</a> <abbr>',
  )
  expect(htmlFor('smtp.firm.test')).toBe(linked.html)
})

test('greets the mail server by a name with a dot', async () => {
  const { mail, sink } = await open({ MAIL_FROM: 'office@firm.test' })
  await mail.send(letter)
  expect(sink.greeted).toBe(hostname().includes('.') ? hostname() : 'firm.test')
})

test('embeds the firm’s logo only if the letter shows it', async () => {
  const FIRM_LOGO = path.join(temporaryFolder(), 'logo.png')
  writeFileSync(FIRM_LOGO, 'PNG')
  const { mail, sink } = await open({ FIRM_LOGO })
  await mail.send({ ...letter, html: '<img src="cid:firm-logo" alt="">' })
  await mail.send(letter)
  const attached = sink.received.map(({ mail: { attachments } }) => attachments)
  expect(attached).toMatchObject([[{ filename: 'logo.png', contentId: '<firm-logo>' }], []])
})

test('holds back the end of a mail until the mail may leave', async () => {
  const { mail, sink } = await open()
  let leave = () => {}
  const mayLeave = new Promise<void>((resolve) => {
    leave = resolve
  })
  const sent = mail.send(letter, () => mayLeave)
  await expect.poll(() => sink.bytes).toBeGreaterThan(500)
  await sleep(100)
  expect(sink.received).toHaveLength(0)
  leave()
  await sent
  expect(sink.received).toHaveLength(1)
})

test('reports a mail that cannot be composed as our own fault', async () => {
  const { mail, sink } = await open()
  const html = Symbol('no text') as never
  await expect(mail.send({ ...letter, html })).rejects.toBeInstanceOf(TypeError)
  await mail.send(letter)
  expect(sink.received).toHaveLength(1)
})
