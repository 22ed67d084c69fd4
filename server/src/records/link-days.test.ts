import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { addDays, localMinute } from '../local-time.ts'

test.each([
  // Local days that differ from the day in UTC: one before it, one after it.
  ['America/New_York', '2026-11-27T03:30:00Z', '2026-11-26'],
  ['Pacific/Auckland', '2026-11-26T12:30:00Z', '2026-11-27'],
])('keeps a link valid until its last day ends, in %s', async (timeZone, now, today) => {
  const app = await startTestApp({ TIME_ZONE: timeZone, LINK_DAYS: '30' })
  app.clock.stoppedAt = Date.parse(now)
  await aClient(app.deps)
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { expires_at } = await app.deps.db
    .selectFrom('verification_links')
    .select('expires_at')
    .executeTakeFirstOrThrow()
  expect(localMinute(expires_at, timeZone)).toBe(`${addDays(today, 31)} 00:00`)
  const [{ id }] = (await app.api.get('/api/admin/outbox')).body.mails
  const { text } = (await app.api.get(`/api/admin/outbox/${id}`)).body
  const named = new Date(`${addDays(today, 30)}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  expect(text).toContain(`The link works until ${named}.`)
})
