import type { OutstandingClient } from '@attest/contract/outstanding'
import { expect, test } from 'vitest'
import { lastContact } from './outstanding-client.tsx'

const asked = {
  calls: [],
  reason: 'asked',
  requests: 1,
  reminders: 1,
  last_asked_at: '2027-03-01T14:00:00.000Z',
  last_emailed_at: '2027-03-08T14:00:00.000Z',
} as unknown as OutstandingClient
const calledOn = (at: string) =>
  [{ at, outcome: 'no_answer', admin_email: 'ada@example.com' }] as OutstandingClient['calls']

test.each([
  ['a reminder', {}, 'Reminder', '2027-03-08T14:00:00.000Z'],
  [
    'a later call',
    { calls: calledOn('2027-03-09T14:00:00.000Z') },
    'Did not pick up',
    '2027-03-09T',
  ],
  ['an earlier call', { calls: calledOn('2027-03-02T14:00:00.000Z') }, 'Reminder', '2027-03-08T'],
])('dates the last contact after %s', (_, over, what, day) =>
  expect(lastContact({ ...asked, ...over })).toMatchObject({
    what,
    at: expect.stringContaining(day),
  }),
)
