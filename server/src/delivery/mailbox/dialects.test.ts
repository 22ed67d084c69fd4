import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answer, DIALECTS, plain, type Sent } from '../../../../testing/returned-mail.ts'
import { bounceAbout } from '../failures.ts'
import { readMail } from './read-mail.ts'

const aMail = (): Sent => ({ messageId: `<${randomUUID()}@firm.test>`, to: 'gone@example.com' })

const encoded = (subject: string) => `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`

const read = async (raw: string) => (await readMail(Buffer.from(raw)))!

describe('a bounce', () => {
  it.each([
    ['550 No such user here. Sender verify failed', 'us'],
    ['550 spam@example.com: no such user', 'address'],
    ['552 The mailbox at mx[10.5.1.2] is full', 'mailbox'],
    ['550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550', 'address'],
    ['550 5.4.1 Recipient address rejected: Access denied. [prod.outlook.com]', 'address'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'address'],
    ['550 Requested action not taken: mailbox unavailable', 'mailbox'],
    ['553 Domain of sender address office@firm.test does not exist', 'us'],
    ['550 The sender address does not exist', 'us'],
    ['553 5.3.0 DNSBL:ATTRBL 521< 203.0.113.7 >_is_blocked.For assistance', 'us'],
    ['554 IP=203.0.113.7 - A problem occurred. (Ask your postmaster for help) (BL)', 'us'],
    ['554 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.7', 'us'],
    ['550 permanent failure for one or more recipients (gone@example.com:blocked)', 'us'],
    ['554-No SMTP service 554-Bad DNS PTR resource record.', 'us'],
    ['550 Administrative prohibition - envelope blocked', 'us'],
    ['550 5.2.1 This mailbox has been blocked due to inactivity', 'mailbox'],
  ])('is classified by its words: %s', (reason, about) => {
    expect(bounceAbout({ status: null, reason })).toBe(about)
  })
})

it.each(DIALECTS.slice(0, 3))(
  'reads a bounce forwarded as an attachment: $name',
  async (dialect) => {
    const sent = aMail()
    const head =
      'From: Eve <eve@firm.test>\nSubject: FW\nMessage-ID: <1@firm.test>\nMIME-Version: 1.0'
    const parts = `--x\n\nSee below.\n--x\nContent-Type: message/rfc822\n\n${dialect.bounce(sent)}\n--x--\n`
    const raw = `${head}\nContent-Type: multipart/mixed; boundary=x\n\n${parts}`
    const { ids, arrivals } = await read(raw)
    expect(ids).toEqual([sent.messageId.slice(1, -1)])
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: sent.to }])
  },
)

describe('a report without a machine-readable part', () => {
  it.each([
    ['Postfix', '<gone@example.com>: host mx.example.com said: 550 5.1.1\n    User unknown'],
    ['MailEnable', '\tRecipient: [SMTP:gone@example.com]\n\tReason: Returned: 550 5.1.1 Unknown'],
    ['Mimecast', 'Failed Recipient: gone@example.com\nReason: Remote host said: 550 5.1.1 Unknown'],
    ['smail', ' <gone@example.com> ... unknown user\n|--- Message text follows: ---|'],
    ['GroupWise', '\tgone@example.com (user not found)'],
    ['Kerio', '    <gone@example.com>; 550 5.1.1 Recipient unknown'],
    ['Exchange 2003', '   gone@example.com on 11/27/2026\n   No such account.\n   <mail #5.1.1>'],
    ['docomo', '(gone@example.com) 550 Unknown user gone@example.com'],
  ])('is read from its text: %s', async (_, text) => {
    const from = 'From: Postmaster@mx.example.net\nSubject: Undelivered\n'
    const { arrivals } = await read(plain(aMail(), from, `Sorry.\n\n${text}\n\n---`))
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: 'gone@example.com' }])
    expect(bounceAbout(arrivals[0]!)).toBe('address')
  })

  it('is read from HTML', async () => {
    const text = `<p>Fehler bei der Zustellung:</p><p>gone@example.com</p><p>Remote Server returned '550 5.1.10'</p>`
    const from = 'Postmaster@mx.example.net'
    const { arrivals } = await read(answer(aMail(), { from, text, type: 'text/html' }))
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: 'gone@example.com' }])
  })

  it.each(['Warning: message delayed 24 hours', 'Verzögerte Zustellung', 'Avis de retard'])(
    'counts as a delay while the server still tries: %s',
    async (subject) => {
      const text = '<gone@example.com>:\n451 4.3.0 Later'
      const from = 'Mailer-Daemon@mx.example.net'
      const { arrivals } = await read(answer(aMail(), { from, subject: encoded(subject), text }))
      expect(arrivals).toMatchObject([{ kind: 'delayed', email: 'gone@example.com' }])
    },
  )
})

describe('an automatic reply without a header that says so', () => {
  it.each([
    'AUTO: Mary is out of the office (returning 12/01/2026)',
    'Out-of-Office AutoReply: away',
    'Risposta automatica: Please verify',
    'Resposta automática: Please verify',
    'Automatisch antwoord: Please verify',
    'Automatiskt svar: Please verify',
    'Absence du bureau : Please verify',
    '自動応答: Please verify',
  ])('is recognized by its subject: %s', async (subject) => {
    const { arrivals } = await read(answer(aMail(), { subject: encoded(subject), text: 'Away.' }))
    expect(arrivals).toMatchObject([{ kind: 'autoreply' }])
  })

  it.each(['Auto insurance', 'Absence of a signature', '自動車'])(
    'is not assumed because of the subject “%s”',
    async (subject) => {
      const { arrivals } = await read(answer(aMail(), { subject: encoded(subject), text: 'Hi.' }))
      expect(arrivals).toMatchObject([{ kind: 'reply' }])
    },
  )
})
