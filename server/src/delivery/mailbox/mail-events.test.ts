import { describe, expect, it } from 'vitest'
import {
  answer as answerLink,
  aRound,
  DAY_MS,
  HOUR_MS,
  mailed,
  passToNext,
  ROUND,
  type Round,
  untilSent,
} from '../../../../testing/a-round.ts'
import {
  ANN,
  arrivals,
  arrive,
  clientNow as client,
  lastTo,
  outstanding,
  reasonOf,
  toAnn,
} from '../../../../testing/arrive.ts'
import { aClient } from '../../../../testing/make.ts'
import { DIALECTS, type Sent } from '../../../../testing/returned-mail.ts'
import { addClients, begin, startWithSmtp } from '../../../../testing/start-with-smtp.ts'
import { sealNewRows, verifySeals } from '../../evidence/seals.ts'
import { endMailings } from '../../mailings/cancel-mailing.ts'
import { findClient } from '../../records/clients.ts'
import { applyBounces } from './mail-events.ts'

const { bounce } = DIALECTS.find(({ name }) => name === 'Postfix')!
const full = (sent: Sent) => bounce(sent, '552 5.2.2 The mailbox is full')
const refusal = (sent: Sent) => bounce(sent, '554 5.7.1 Message blocked: poor reputation')

const mailing = async ({ api }: Pick<Round, 'api'>, id = 1) =>
  (await api.get(`/api/admin/mailings/${id}`)).body

const messages = ({ deps }: Pick<Round, 'deps'>) =>
  deps.db.selectFrom('messages').selectAll().orderBy('id').execute()

const aBounced = async () => {
  const app = await aRound(['ann', 'bob'])
  await untilSent(app)
  await app.pass(2 * HOUR_MS)
  await sealNewRows(app.deps)
  await arrive(app, bounce(await toAnn(app)))
  return app
}

describe('a bounce from an address that does not exist', () => {
  it('corrects the mailing, the round, the dashboard and the timeline', async () => {
    const app = await aBounced()
    expect(await mailing(app)).toMatchObject({ emailsSent: 1, emailsFailed: 1 })
    const { coverage } = await app.round()
    expect(coverage.reasons).toMatchObject({ address_bounced: 1, asked: 1 })
    expect(await outstanding(app)).toMatchObject([
      { client_id: 1, reason: 'address_bounced', error: 'This address does not exist.' },
      { client_id: 2, reason: 'asked' },
    ])
    const { mail } = (await app.api.get('/api/admin/stats')).body
    expect(mail.lastMailing).toBe('1 of 2 emails of the last mailing came back.')
    const { entries } = (await app.api.get('/api/admin/users/1/timeline')).body
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'arrival', kind: 'bounced', status: '5.1.1', email: ANN }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: 'email',
        state: 'failed',
        error: 'This address does not exist.',
      }),
    )
  })

  it('leaves the sealed evidence as it was', async () => {
    const app = await aBounced()
    expect((await verifySeals(app.deps.bulkDb)).problems).toEqual([])
  })

  it('stops all mail to that address', async () => {
    const app = await aBounced()
    mailed(app)
    await passToNext(app)
    await untilSent(app)
    expect(mailed(app)).toEqual(['bob'])
    const resent = await app.api.post('/api/admin/resend-email/1', {})
    expect(resent).toMatchObject({ status: 409, body: { code: 'client_address_bounced' } })
    await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
    expect(mailed(app)).toEqual(['bob'])
  })

  it('lists the client in the next round as well', async () => {
    const app = await aBounced()
    await app.api.post(`${ROUND}/close`)
    await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
    const { clients } = (await app.api.get('/api/admin/rounds/2/outstanding')).body
    expect(clients).toContainEqual(
      expect.objectContaining({ client_id: 1, reason: 'address_bounced' }),
    )
  })
})

describe('a dead address', () => {
  it('is no longer marked once the office corrects the email', async () => {
    const app = await aBounced()
    await app.api.put('/api/admin/users/1', { email: 'ann@example.net' })
    expect((await client(app)).bounced).toBe(false)
    mailed(app)
    await app.api.post('/api/admin/resend-email/1', {})
    expect(mailed(app)).toEqual(['ann@example.net'])
  })

  it('is no longer marked after "not a bounce"', async () => {
    const app = await aBounced()
    const [{ id }] = await arrivals(app)
    for (const _ of ['once', 'twice'])
      expect((await app.api.post(`/api/admin/mail-events/${id}/dismiss`)).status).toBe(200)
    expect(await reasonOf(app)).toBe('asked')
    expect(await client(app)).toMatchObject({ bounced: false, bounced_at: null })
    expect(await mailing(app)).toMatchObject({ emailsSent: 2, emailsFailed: 0 })
    expect(await arrivals(app)).toMatchObject([{ dismissed_by: 'admin@example.com' }])
    expect((await verifySeals(app.deps.bulkDb)).problems).toEqual([])
  })

  it('fails its waiting messages and restores no former answer', async () => {
    const app = await aRound(['ann'])
    const first = await toAnn(app)
    await app.api.post('/api/admin/users/1/answers', { via: 'phone' })
    expect((await client(app)).status).toBe('confirmed')
    await app.deps.sender.stop()
    await begin(app)
    await expect.poll(async () => (await messages(app)).length).toBe(2)
    await arrive(app, bounce(first))
    expect(await messages(app)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
    await endMailings(app.deps)
    expect((await client(app)).status).toBe('pending')
    expect(await reasonOf(app)).toBe('address_bounced')
  })

  it('is marked for a client in the trash and for a merged one', async () => {
    const app = await aRound(['ann', 'bob', 'cid'])
    const [ann, bob] = [await toAnn(app), await lastTo(app, 'bob@example.com')]
    await app.api.delete('/api/admin/users/1')
    await app.api.put('/api/admin/users/3', { email: bob.to })
    expect((await app.api.post('/api/admin/users/3/merge', { other: 2 })).status).toBe(200)
    await arrive(app, bounce(ann), bounce(bob))
    expect(await messages(app)).toMatchObject([{ state: 'failed' }, { state: 'failed' }, {}])
    expect(await client(app, 3)).toMatchObject({ bounced: true })
    expect(await arrivals(app, 1)).toHaveLength(1)
    await app.api.post('/api/admin/users/1/restore')
    expect(await client(app)).toMatchObject({ bounced: true })
    const [{ id }] = await arrivals(app, 3)
    await app.api.post(`/api/admin/mail-events/${id}/dismiss`)
    await app.api.post('/api/admin/users/2/restore')
    for (const each of [2, 3]) expect((await client(app, each)).bounced).toBe(false)
  })
})

describe('a letter to a household', () => {
  const HOME = 'home@example.com'
  const aCouple = async () => {
    const app = await aRound([])
    for (const first_name of ['Mary', 'John']) await aClient(app.deps, { first_name, email: HOME })
    await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
    expect(mailed(app)).toEqual(['home'])
    const { message_id } = (await messages(app))[0]!
    return { ...app, sent: { messageId: message_id, to: HOME } }
  }

  it('fails for each client, and "not a bounce" restores each', async () => {
    const app = await aCouple()
    await arrive(app, bounce(app.sent))
    expect((await app.round()).coverage.reasons.address_bounced).toBe(2)
    const { mail } = (await app.api.get('/api/admin/stats')).body
    expect(mail.lastMailing).toBe('1 of 1 emails of the last mailing came back.')
    const [{ id }] = await arrivals(app, 2)
    expect(await arrivals(app, 1)).toMatchObject([{ id }])
    await app.api.post(`/api/admin/mail-events/${id}/dismiss`)
    expect((await app.round()).coverage.reasons.asked).toBe(2)
    expect(await client(app, 2)).toMatchObject({ bounced: false })
  })

  it('marks no client once one of them has answered', async () => {
    const app = await aCouple()
    app.clients.push(await findClient(app.deps.db, 1).then((one) => one!))
    await answerLink(app, 0)
    await arrive(app, bounce(app.sent))
    for (const id of [1, 2]) expect((await client(app, id)).bounced).toBe(false)
  })
})

describe('a bounce for another reason', () => {
  it('marks nobody when it comes once', async () => {
    const app = await aRound(['ann'])
    await arrive(app, full(await toAnn(app)))
    expect(await outstanding(app)).toMatchObject([
      { reason: 'failed', error: 'The mailbox is full.' },
    ])
    expect((await client(app)).bounced).toBe(false)
  })

  it.each(['in order', 'in reverse'])('marks the address after two in a row, %s', async (order) => {
    const app = await aRound(['ann'])
    const first = await toAnn(app)
    await app.api.post('/api/admin/resend-email/1', {})
    const both = [full(first), full(await toAnn(app))]
    for (const mail of order === 'in order' ? both : both.reverse()) {
      expect((await client(app)).bounced).toBe(false)
      await arrive(app, mail)
    }
    expect((await client(app)).bounced).toBe(true)
  })

  it('marks nobody when it names a forwarding address', async () => {
    const app = await aRound(['ann'])
    const forwarded = (sent: Sent) =>
      bounce(sent).replace(/(Final-Recipient: rfc822; ).*/, '$1ann@other.example')
    await arrive(app, forwarded(await toAnn(app)))
    expect(await reasonOf(app)).toBe('failed')
    expect((await client(app)).bounced).toBe(false)
  })

  it('never marks the address when the firm is refused', async () => {
    const app = await aRound(['ann'])
    const first = await toAnn(app)
    await app.api.post('/api/admin/resend-email/1', {})
    await arrive(app, refusal(first), refusal(await toAnn(app)))
    expect((await client(app)).bounced).toBe(false)
    expect((await messages(app)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  })
})

describe('an unusual bounce', () => {
  it('is applied although it comes before the acceptance', async () => {
    let accept = () => {}
    const slow = () =>
      new Promise<void>((resolve) => {
        accept = resolve
      })
    const app = await startWithSmtp({ slow })
    await addClients(app, 1)
    await begin(app)
    await expect.poll(() => app.sink.received.length).toBe(1)
    await arrive(app, bounce(await lastTo(app, 'c0@example.com')))
    expect(await messages(app)).toMatchObject([{ state: 'sending' }])
    accept()
    await untilSent(app)
    await applyBounces(app.deps)
    expect(await messages(app)).toMatchObject([{ state: 'failed' }])
    expect((await client(app)).bounced).toBe(true)
  })

  it('counts once although it arrives twice', async () => {
    const app = await aRound(['ann'])
    const mail = bounce(await toAnn(app))
    await arrive(app, mail, mail)
    await arrive(app, mail)
    expect(await arrivals(app)).toHaveLength(1)
  })

  it('keeps an answer that came before it, and marks nobody', async () => {
    const app = await aRound(['ann'])
    await answerLink(app, 0)
    await arrive(app, bounce(await toAnn(app)))
    expect(await messages(app)).toMatchObject([{ state: 'failed' }])
    expect(await client(app)).toMatchObject({ status: 'confirmed', bounced: false })
    expect((await app.round()).coverage).toMatchObject({ confirmed: 1, outstanding: 0 })
  })

  it('changes no figures of a closed round', async () => {
    const app = await aRound(['ann'])
    await app.api.post(`${ROUND}/close`)
    await app.pass(90 * DAY_MS)
    await arrive(app, bounce(await toAnn(app)))
    expect((await app.round()).coverage.reasons.asked).toBe(1)
    expect((await client(app)).bounced).toBe(true)
  })

  it('is ignored if forged, and only shown for another address', async () => {
    const app = await aRound(['ann'])
    const { messageId } = await toAnn(app)
    const forged = messageId.replace(/^<\w{8}/, '<00000000')
    await arrive(app, bounce({ messageId: forged, to: ANN }))
    expect(await arrivals(app)).toEqual([])
    await arrive(app, bounce({ messageId, to: 'eve@example.com' }))
    expect(await arrivals(app)).toMatchObject([{ email: 'eve@example.com', applied_at: null }])
    expect(await reasonOf(app)).toBe('asked')
  })

  it('is applied once by two processes at the same time', async () => {
    const app = await aRound(['ann', 'bob', 'cid'])
    const sent = await Promise.all(
      ['ann', 'bob', 'cid'].map((n) => lastTo(app, `${n}@example.com`)),
    )
    await Promise.all([arrive(app, ...sent.map((one) => bounce(one))), applyBounces(app.deps)])
    await applyBounces(app.deps)
    expect((await app.round()).coverage.reasons.address_bounced).toBe(3)
  })
})
