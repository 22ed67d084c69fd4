import { expect, test } from 'vitest'
import { arrive, lastTo } from '../../../testing/arrive.ts'
import { aClient } from '../../../testing/make.ts'
import { DIALECTS } from '../../../testing/returned-mail.ts'
import { begin, MINUTE_MS, mailing, pass, startWithSmtp } from '../../../testing/start-with-smtp.ts'
import { findPause } from './sending-pause.ts'

const { bounce } = DIALECTS.find(({ name }) => name === 'Postfix')!
const BLOCKED = '550 5.1.8 Access denied, bad outbound sender'
const LATER = 'later@example.com'
const LAST = 'last@example.com'

const addresses = (
  count: number,
  domainOf = (n: number) => (n % 2 ? 'example.com' : 'example.net'),
) => Array.from({ length: count }, (_, n) => `c${n}@${domainOf(n)}`)

type App = Awaited<ReturnType<typeof startWithSmtp>>

/** A mailing whose last two emails wait, because the server put them off. */
async function aRunningMailing(sentTo: string[]) {
  const putOff = new Set([LATER, LAST])
  const refuse = (to: string) => (putOff.has(to) ? '450 4.2.0 Busy' : undefined)
  const app = await startWithSmtp({ refuse })
  for (const email of [...sentTo, ...putOff]) await aClient(app.deps, { email })
  await begin(app)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsUntried: 0, emailsWaiting: 2 })
  const accept = (...emails: string[]) => {
    for (const email of emails) putOff.delete(email)
  }
  return { ...app, accept }
}

async function returnAll(app: App, emails: string[]) {
  const sentTo = await Promise.all(emails.map((email) => lastTo(app, email)))
  await arrive(app, ...sentTo.map((one) => bounce(one, BLOCKED)))
}

const stats = async ({ api }: App) => (await api.get('/api/admin/stats')).body.mail
const sent = ({ sink }: App) => sink.received.map(({ to }) => to)

test('pauses all sending once most of the latest emails came back', async () => {
  const emails = addresses(10)
  const app = await aRunningMailing(emails)
  await returnAll(app, emails.slice(0, 7))
  expect(await findPause(app.deps.db)).toBeNull()
  await returnAll(app, emails.slice(7, 8))
  await expect.poll(() => stats(app)).toMatchObject({ paused: true })
  app.accept(LATER)
  await pass(app, 2 * MINUTE_MS)
  const { waitingBecause } = await mailing(app)
  expect(waitingBecause).toContain('most of the latest emails came back')
  expect(waitingBecause).toContain('bad outbound sender')
  const reply = await app.api.post('/api/admin/resend-email/10', {})
  expect(reply.body.message).toContain('press Resume on the dashboard')
  expect(sent(app)).not.toContain(LATER)
})

test('sends what waits once an administrator resumes', async () => {
  const emails = addresses(10)
  const app = await aRunningMailing(emails)
  await returnAll(app, emails.slice(0, 9))
  app.accept(LATER)
  await pass(app, 2 * MINUTE_MS)
  expect((await app.api.post('/api/admin/resume', {})).status).toBe(200)
  await expect.poll(() => sent(app)).toContain(LATER)
  await returnAll(app, emails.slice(9))
  expect(await findPause(app.deps.db)).toBeNull()
  const { entries } = (await app.api.get('/api/security-log')).body
  expect(entries[0]).toMatchObject({ event: 'resumed' })
})

test('goes on when one company’s server refuses all its people', async () => {
  const emails = addresses(10, () => 'example.com')
  const app = await aRunningMailing(emails)
  await returnAll(app, emails)
  app.accept(LATER)
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => sent(app)).toContain(LATER)
})

test('pauses nothing for bounces of a mailing that has ended', async () => {
  const emails = addresses(10)
  const app = await aRunningMailing(emails)
  app.accept(LATER, LAST)
  await pass(app, 2 * MINUTE_MS)
  await expect.poll(() => mailing(app)).toMatchObject({ emailsSent: 12, emailsWaiting: 0 })
  await returnAll(app, emails)
  expect(await findPause(app.deps.db)).toBeNull()
})
