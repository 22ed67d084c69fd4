import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  answer,
  complaint,
  DIALECTS,
  report,
  type Sent,
} from '../../../../testing/returned-mail.ts'
import { bounceAbout } from '../failures.ts'
import { readMail } from './read-mail.ts'

const aMail = (): Sent => ({ messageId: `<${randomUUID()}@firm.test>`, to: 'gone@example.com' })

const read = async (raw: string) => (await readMail(Buffer.from(raw)))!

describe('a mail that comes back', () => {
  it.each(DIALECTS)('is matched with its letter and address: $name', async ({ bounce }) => {
    const sent = aMail()
    const { ids, arrivals } = await read(bounce(sent))
    expect(ids).toEqual([sent.messageId.slice(1, -1)])
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: sent.to }])
    expect(bounceAbout(arrivals[0]!)).toBe('address')
  })

  it.each(DIALECTS)('marks no address when the firm is refused: $name', async ({ bounce }) => {
    const { arrivals } = await read(
      bounce(aMail(), '554 5.7.1 Message blocked: your IP has a poor reputation'),
    )
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: 'gone@example.com' }])
    expect(bounceAbout(arrivals[0]!)).toBe('us')
  })

  it.each(DIALECTS)('is an automatic reply when a person is away: $name', async ({ autoreply }) => {
    const sent = aMail()
    const { ids, arrivals } = await read(autoreply(sent))
    expect(ids).toEqual([sent.messageId.slice(1, -1)])
    expect(arrivals).toMatchObject([{ kind: 'autoreply', email: sent.to }])
  })

  it.each([
    ['552 5.2.2 The mailbox is full', 'mailbox'],
    ['550 5.2.1 The account is disabled', 'mailbox'],
    ['550 5.1.1 User unknown, blocked using spamhaus', 'mailbox'],
    ['421 4.7.28 Unusual rate of mail', 'us'],
    ['552 5.3.4 The message is too big', 'us'],
    ['550 5.1.3 Bad address syntax', 'address'],
    ['450 4.1.1 User unknown', 'mailbox'],
  ])('is classified by its code: %s', (reason, about) => {
    const status = /[45]\.\d+\.\d+/.exec(reason)![0]
    expect(bounceAbout({ status, reason })).toBe(about)
  })

  it('never marks an alias that has other readers as dead', async () => {
    const fields = 'Original-Recipient: rfc822; family@example.com\n'
    const { bounce } = DIALECTS.find(({ name }) => name === 'Postfix')!
    const whole = bounce(aMail()).replace('Final-Recipient', `${fields}Final-Recipient`)
    const { arrivals } = await read(whole)
    expect(arrivals).toMatchObject([{ email: 'family@example.com', status: '5.1.1' }])
    expect(bounceAbout(arrivals[0]!)).toBe('mailbox')
  })

  it('is read although a gateway removed the machine-readable part', async () => {
    const sent = aMail()
    const from = 'Microsoft Outlook <MicrosoftExchange329e71ec88ae@example.com>'
    const text = `Fehler bei der Nachrichtenzustellung:\n\n${sent.to}\nRemote Server returned '550 5.1.10 Recipient not found'`
    const whole = report(sent, { from, text, subject: 'Unzustellbar', status: '', diagnostic: '' })
    const { arrivals } = await read(whole.replace('message/delivery-status', 'text/x-removed'))
    expect(arrivals).toMatchObject([{ kind: 'bounced', email: sent.to, status: '5.1.10' }])
  })

  it('counts as a delay while the other server still tries', async () => {
    const { arrivals } = await read(
      report(aMail(), {
        from: 'MAILER-DAEMON@mx.example.net',
        subject: 'Delayed Mail',
        text: 'No action is required.',
        action: 'delayed',
        status: '4.4.1',
        diagnostic: 'smtp; connection timed out',
      }),
    )
    expect(arrivals).toMatchObject([{ kind: 'delayed', status: '4.4.1' }])
  })

  it('is a complaint when somebody reports it as spam', async () => {
    const sent = aMail()
    const { ids, arrivals } = await read(complaint(sent))
    expect(ids).toEqual([sent.messageId.slice(1, -1)])
    expect(arrivals).toMatchObject([{ kind: 'complained', email: null }])
  })
})

describe('a reply', () => {
  const textOf = async (text: string, type?: string) => {
    const { arrivals } = await read(answer(aMail(), { text, ...(type && { type }) }))
    expect(arrivals[0]!.kind).toBe('reply')
    return arrivals[0]!.reason
  }

  it.each([
    ['Gmail', 'On Fri, Nov 27, 2026 at 10:00 AM Firm <office@firm.test>\nwrote:\n\n> Dear client'],
    ['Outlook', '________________________________\nFrom: Firm\nSent: Friday\nTo: Mary'],
    ['Outlook in English', '-----Original Message-----\nFrom: Firm'],
    ['Outlook in Spanish', 'De: Firm\nEnviado el: viernes\nPara: Mary'],
    ['Outlook in French', 'De : Firm\nEnvoyé : vendredi\nÀ : Mary'],
    ['Outlook in Italian', 'Da: Firm\nInviato: venerdì\nA: Mary'],
    ['mail.com', 'Sent: Friday, November 27, 2026 at 10:00 AM\nFrom: Firm\nTo: Mary'],
    ['GMX', 'Gesendet: Freitag\nVon: Firm\nAn: Mary'],
    ['Thunderbird in French', 'Le 27/11/2026 à 10:00, Firm a écrit :\n> Bonjour'],
    ['Apple Mail in Italian', 'Il giorno 27 nov 2026, Firm ha scritto:\n\n> Gentile'],
    ['Apple Mail in Spanish', 'El 27 nov 2026, a las 10:00, Firm escribió:\n\n> Estimada'],
  ])('keeps the text above the quote of %s', async (_, quote) => {
    expect(await textOf(`I have moved to 5 Elm St.\n\n${quote}`)).toBe('I have moved to 5 Elm St.')
  })

  it('keeps old and new address on “From:” and “To:” lines', async () => {
    const moved = 'Please change it.\nFrom: 12 Elm St\nTo: 5 Oak Ave'
    expect(await textOf(`${moved}\n\n> Dear client`)).toBe(moved)
  })

  it('keeps an answer below the quoted lines', async () => {
    expect(await textOf('> Is it right?\n\nYes, it is.')).toBe('Yes, it is.')
  })

  it('is turned from HTML into plain text without scripts', async () => {
    const html = '<style>p{}</style><p>I &amp; John</p><script>alert(1)</script><blockquote>Old'
    expect(await textOf(html, 'text/html')).toBe('I & John')
  })

  it.each([
    'https://attest.test/verify/AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG',
    'https://safe.test/?url=https%3A%2F%2Fattest.test%2Fverify%2FAbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG&x=1',
    'https://safe.test/?url=https%253A%252F%252Fattest.test%252Fverify%252FAbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__attest.test_verify_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCd-2DfG&d=Dw',
    'https://protection.sophos.com?d=attest.test&u=AbCdEfQudGVzdC92ZXJpZnkvQWJDZEVmR2hJaktsTW5PcFFyU3Q=',
    'https://protect-us.mimecast.com/s/AbCdEfwpqzYtJ1n3sYHk?domain=attest.test',
    'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG',
  ])('keeps no token of a link: %s', async (link) => {
    const text = await textOf(`It says ${link} but I cannot open it.`)
    expect(text).toContain('but I cannot open it.')
    expect(text).not.toContain('AbCdEf')
  })

  it('keeps other short links', async () => {
    expect(await textOf('See https://example.com/contact, please.')).toContain(
      'com/contact, please.',
    )
  })

  it('has at most 5,000 characters', async () => {
    expect((await textOf('word '.repeat(3000)))!.length).toBe(5000)
  })
})

describe('hostile mail', () => {
  it('is ignored if it names no Message-ID of our form', async () => {
    const raw = answer({ messageId: '<1@example.com>', to: 'a@example.com' }, { text: 'Hi' })
    expect(await readMail(Buffer.from(raw))).toBeUndefined()
  })

  it('is read up to 100 nested mails deep', async () => {
    const sent = aMail()
    let nested = answer(sent, { text: 'Hi' })
    for (let depth = 0; depth < 100; depth++)
      nested = `Content-Type: message/rfc822\r\nFrom: a@example.com\r\n\r\n${nested}`
    expect((await read(nested)).ids).toEqual([sent.messageId.slice(1, -1)])
  })

  it.each([
    ['brackets', '<'.repeat(500_000), 'text/html'],
    ['at signs', '@a'.repeat(250_000), 'text/plain'],
    ['quotes', 'On \n'.repeat(100_000), 'text/plain'],
    ['open divs', '<div '.repeat(100_000), 'text/html'],
    ['links', 'https://a/'.repeat(50_000), 'text/plain'],
    ['unfinished tags', '<br'.repeat(160_000), 'text/html'],
  ])('does not hold up the reader: half a megabyte of %s', async (_, text, type) => {
    expect((await read(answer(aMail(), { text, type }))).arrivals).toHaveLength(1)
  })
})
