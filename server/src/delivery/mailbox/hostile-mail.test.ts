import { describe, expect, it } from 'vitest'
import { aRound } from '../../../../testing/a-round.ts'
import {
  arrivals,
  arrive,
  clientNow as client,
  lastTo,
  reasonOf,
  toAnn,
} from '../../../../testing/arrive.ts'
import { answer, DIALECTS, type Sent } from '../../../../testing/returned-mail.ts'

const { bounce } = DIALECTS.find(({ name }) => name === 'Postfix')!

/** A report like qmail's: only its text shows what it is. */
const plainReport = (
  { messageId, to }: Sent,
  text: string,
  from = 'MAILER-DAEMON@mx.example.net',
) =>
  `From: ${from}\r\nTo: office@firm.test\r\nIn-Reply-To: ${messageId}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHi.\r\n\r\n<${to}>:\r\n${text}\r\n`

describe('a hostile mail', () => {
  it('does not hold up others with a NUL in an address', async () => {
    const app = await aRound(['ann', 'bob'])
    const hostile = bounce(await toAnn(app)).replace(/(-Recipient: .*)ann@/g, '$1a\0nn@')
    await arrive(app, hostile, bounce(await lastTo(app, 'bob@example.com')))
    expect(await reasonOf(app, 2)).toBe('address_bounced')
  })

  it('does not hold up others with words cut within a character', async () => {
    const app = await aRound(['ann', 'bob'])
    const words = `550 5.2.0 ${'x'.repeat(189)}${'😀'.repeat(20)}`
    await arrive(
      app,
      plainReport(await toAnn(app), words),
      bounce(await lastTo(app, 'bob@example.com')),
    )
    expect(await reasonOf(app, 1)).toBe('failed')
    expect(await reasonOf(app, 2)).toBe('address_bounced')
  })

  it('does not hold up others as one of 400 with 20 recipients each', async () => {
    const app = await aRound(['ann', 'bob'])
    const sent = await toAnn(app)
    const many = Array.from({ length: 400 }, () =>
      bounce(sent).replace(/(?:^\w+-Recipient:.*\r\n)+(?:.+\r\n)*\r\n/m, (block) =>
        block.repeat(20),
      ),
    )
    await arrive(app, ...many, bounce(await lastTo(app, 'bob@example.com')))
    expect(await reasonOf(app, 2)).toBe('address_bounced')
    const events = app.deps.db.selectFrom('mail_events').select((e) => e.fn.countAll().as('all'))
    expect(await events.executeTakeFirst()).toEqual({ all: 8001 })
  })

  it('is not mistaken for another one without a Message-ID', async () => {
    const app = await aRound(['ann', 'bob'])
    const nameless = (mail: string) => mail.replace(/^Message-ID: .*report.*$/m, 'Message-ID: <>')
    await arrive(
      app,
      nameless(bounce(await toAnn(app))),
      nameless(bounce(await lastTo(app, 'bob@example.com'))),
    )
    expect(await reasonOf(app, 2)).toBe('address_bounced')
  })
})

describe('a postmaster’s mail', () => {
  it('is no bounce without a code', async () => {
    const app = await aRound(['ann'])
    await arrive(app, plainReport(await toAnn(app), 'Your mail waits for a review by our staff.'))
    expect(await reasonOf(app)).toBe('asked')
  })

  it('is a reply when the client at that address signs it', async () => {
    const app = await aRound(['postmaster'])
    const sent = await lastTo(app, 'postmaster@example.com')
    const text = 'I have moved.\n\nAnn Lee\npostmaster@example.com'
    await arrive(app, answer(sent, { text, from: sent.to }))
    expect(await arrivals(app)).toMatchObject([{ kind: 'reply' }])
    expect(await reasonOf(app)).toBe('asked')
  })
})

it('marks no address from which somebody has replied', async () => {
  const app = await aRound(['ann'])
  const sent = await toAnn(app)
  await arrive(app, answer(sent, { text: 'I have moved.' }))
  await arrive(app, bounce(sent))
  expect((await client(app)).bounced).toBe(false)
})

it.each(['Postfix', 'Exim', 'Exchange'])(
  'ignores a bounce of the office’s own reply: %s',
  async (name) => {
    const app = await aRound(['ann'])
    const sent = await toAnn(app)
    const thread = `Message-ID: <office@mail.firm.test>\r\nReferences: ${sent.messageId}\r\n <ann@mail.test>`
    const mail = DIALECTS.find((one) => one.name === name)!.bounce(sent)
    await arrive(app, mail.replace(`Message-ID: ${sent.messageId}`, thread))
    expect(await reasonOf(app)).toBe('asked')
    await arrive(app, bounce(sent))
    expect(await reasonOf(app)).toBe('address_bounced')
  },
)
