import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { aRound, DAY_MS } from '../../../../testing/a-round.ts'
import {
  ANN,
  arrivals,
  arrive,
  clientNow as client,
  outstanding,
  reasonOf,
  toAnn,
} from '../../../../testing/arrive.ts'
import { ADMIN } from '../../../../testing/make.ts'
import { answer, complaint, DIALECTS } from '../../../../testing/returned-mail.ts'
import { readOriginal, removeOriginals } from './mail-events.ts'

const { bounce } = DIALECTS[0]!

describe('other mail about our letters', () => {
  it.each(DIALECTS)('marks nobody because of an automatic reply: $name', async ({ autoreply }) => {
    const app = await aRound(['ann'])
    await arrive(app, autoreply(await toAnn(app)))
    expect(await arrivals(app)).toMatchObject([{ kind: 'autoreply' }])
    expect(await reasonOf(app)).toBe('asked')
    expect((await client(app)).bounced).toBe(false)
  })

  it('shows a complaint, and changes nothing', async () => {
    const app = await aRound(['ann'])
    await arrive(app, complaint(await toAnn(app)))
    expect(await arrivals(app)).toMatchObject([{ kind: 'complained', email: ANN }])
    expect(await reasonOf(app)).toBe('asked')
  })

  it('shows a reply on the timeline and in the outstanding list', async () => {
    const app = await aRound(['ann'])
    const text = 'I have moved.\n\n> Dear Ann'
    await arrive(app, answer(await toAnn(app), { text }))
    expect(await arrivals(app)).toMatchObject([{ kind: 'reply', reason: 'I have moved.' }])
    expect(await outstanding(app)).toMatchObject([
      { reason: 'asked', reply: { text: 'I have moved.', from: null } },
    ])
    expect((await client(app)).status).toBe('pending')
  })

  it('names another person who replied for the client', async () => {
    const app = await aRound(['ann'])
    await arrive(app, answer(await toAnn(app), { text: 'Mail me.', from: 'Eve@other.example' }))
    expect(await outstanding(app)).toMatchObject([
      { reason: 'asked', reply: { text: 'Mail me.', from: 'eve@other.example' } },
    ])
  })

  it('shows a reply although a mail server’s clock is slow', async () => {
    const app = await aRound(['ann'])
    await arrive(app, answer(await toAnn(app), { text: 'I have moved.' }))
    await sql`update mail_events set at = at - interval '1 hour'`.execute(app.deps.db)
    expect(await outstanding(app)).toMatchObject([{ reply: { text: 'I have moved.' } }])
  })

  it.each(['email', 'us-west-2'])('matches a reply by the id from Amazon: %s', async (place) => {
    const told = '0100019abcdef012-12345678-1234-1234-1234-123456789abc-000000'
    const app = await aRound(['ann'], {}, { accept: () => `Ok ${told}` })
    const { to } = await toAnn(app)
    const messageId = `<${told}@${place}.amazonses.com>`
    await arrive(app, answer({ messageId, to }, { text: 'I have moved.' }))
    expect(await arrivals(app)).toMatchObject([{ kind: 'reply', reason: 'I have moved.' }])
    const forged = messageId.replace('0100019a', '01000199')
    await arrive(app, answer({ messageId: forged, to }, { text: 'Not I.' }))
    expect(await arrivals(app)).toHaveLength(1)
  })

  it('ignores a mail from the office to the client', async () => {
    const app = await aRound(['ann'], { MAIL_FROM: 'Firm <office@firm.test>' })
    await arrive(app, answer(await toAnn(app), { text: 'Hello Ann', from: 'Office@firm.test' }))
    expect(await arrivals(app)).toEqual([])
  })

  it('ignores a mail from one administrator to another', async () => {
    const app = await aRound(['ann'])
    const sent = await toAnn(app)
    await arrive(app, answer(sent, { text: 'I have moved.' }))
    await arrive(app, answer(sent, { text: 'Call her, Eve.', from: ADMIN.email }))
    expect(await arrivals(app)).toMatchObject([{ kind: 'reply', reason: 'I have moved.' }])
    expect(await outstanding(app)).toMatchObject([{ reply: { text: 'I have moved.' } }])
  })

  it('ignores the mailbox’s own copy of a letter', async () => {
    const app = await aRound(['ann'], { MAIL_FROM: 'Firm <office@firm.test>' })
    const { messageId } = await toAnn(app)
    const head = `From: office@firm.test\r\nX-Message-ID: ${messageId}\r\nAuto-Submitted: auto-generated`
    await arrive(app, `${head}\r\n\r\nDear Ann`)
    expect(await arrivals(app)).toEqual([])
  })

  it('keeps the sealed mail for 90 days, and its status for good', async () => {
    const app = await aRound(['ann'])
    await arrive(app, bounce(await toAnn(app)))
    const kept = async () =>
      (await app.deps.db.selectFrom('mail_events').select('raw').execute())[0]!.raw
    expect(await kept()).toMatch(/^[\w-]{1000,}$/)
    await app.pass(89 * DAY_MS)
    await removeOriginals(app.deps)
    expect(await kept()).not.toBeNull()
    await app.pass(2 * DAY_MS)
    await removeOriginals(app.deps)
    expect(await kept()).toBeNull()
    expect(await arrivals(app)).toMatchObject([{ status: '5.1.10' }])
  })
})

test('downloads and logs the original as plain text without links', async () => {
  const app = await aRound(['ann'])
  const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG'
  const quoted = `https://attest.test/verify/${token.slice(0, 20)}=\n${token.slice(20)}`
  const checked = 'https://protect-us.mimecast.com/s/AbCdEfwpqzYtJ1n3sYHk?domain=attest.test'
  const hidden = Buffer.from(`${'x'.repeat(60)} https://attest.test/verify/${token}`)
  const text = `<script>I have moved.</script>\n${quoted}\n${checked}\n${hidden.toString('base64')}`
  await arrive(app, answer(await toAnn(app), { text }))
  const call = '/api/admin/mail-events/1/original'
  const { status, headers, body: saved } = await app.send('GET', call)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename=mail-1.txt',
    'x-content-type-options': 'nosniff',
  })
  expect(saved).toContain('<script>I have moved.</script>')
  expect(saved).toContain('In-Reply-To: <')
  expect(saved).toContain('https://attest.test/verify/…')
  expect(saved).not.toMatch(/AbCdEf|GhIjKl|[\w+/]{60}/)
  const { entries } = (await app.api.get('/api/security-log')).body
  expect(entries[0]).toMatchObject({ event: 'original-downloaded', detail: ANN })
  expect((await app.send('GET', call, { headers: { authorization: '' } })).status).toBe(401)
  await app.pass(91 * DAY_MS)
  await removeOriginals(app.deps)
  await expect(readOriginal(app.deps, 1)).rejects.toThrow('Email not found')
})
