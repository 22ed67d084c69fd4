import { describe, expect, it } from 'vitest'
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
import { answer, complaint, DIALECTS } from '../../../../testing/returned-mail.ts'
import { removeOriginals } from './mail-events.ts'

const { bounce } = DIALECTS[0]!

describe('other mail about our letters', () => {
  it.each(DIALECTS)('marks nobody when a person is away: $name', async ({ autoreply }) => {
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
      { reason: 'asked', reply: { text: 'I have moved.' } },
    ])
    expect((await client(app)).status).toBe('pending')
  })

  it('is no reply when the office writes to the client itself', async () => {
    const app = await aRound(['ann'], { MAIL_FROM: 'Firm <office@firm.test>' })
    await arrive(app, answer(await toAnn(app), { text: 'Hello Ann', from: 'Office@firm.test' }))
    expect(await arrivals(app)).toEqual([])
  })

  it('is kept sealed for 90 days, and its words for good', async () => {
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
