// @module-tag heavy
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import {
  aRound,
  DAILY,
  DAY_MS,
  mailed,
  outcomes,
  passToNext,
  ROUND,
  type Round,
  remindNow,
  untilSent,
} from '../../../testing/a-round.ts'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { linkIn } from '../../../testing/smtp-sink.ts'

const users = '/api/admin/users'
const NAMES = ['ann', 'bob', 'cid', 'dot', 'eve', 'fay', 'gone']
const MINUTE = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

const sheet = () =>
  csv(...NAMES.map((first, n) => row(`${n + 1}`, { first, email: `${first}@example.com` })))

/** Opens the link of the last email to a client, and answers there. */
async function answerByLink({ api, sink }: Round, name: string, corrected = {}) {
  const email = sink.received.findLast(({ to }) => to === `${name}@example.com`)!
  const link = `/api${linkIn(email)}`
  const { body: shown } = await api.get(link)
  const { status } = await api.post(link, { ...shown, ...corrected, action: 'confirm' })
  expect(status).toBe(200)
}

async function reportOf({ api }: Round) {
  const { body } = await api.get(`${ROUND}/report?format=csv`)
  const { data } = Papa.parse<Record<string, string>>(body.trim(), { header: true })
  return Object.fromEntries(data.map((line) => [line.Name!.split(' ')[0], line]))
}

test('reports the result of every client from import to close', async () => {
  const app = await aRound([])
  const { api } = app
  expect((await importFile(app, sheet())).body).toMatchObject({ created: 7 })
  await untilSent(app)
  await api.put(ROUND, { plan: { ...DAILY, days: [7, 14, 16, 21] } })
  await answerByLink(app, 'ann', { city: 'Salem' })
  mailed(app)

  await passToNext(app)
  await answerByLink(app, 'dot')
  expect(mailed(app)).toEqual(['bob', 'cid', 'dot', 'eve', 'fay'])
  await api.post(`${users}/2/answers`, { via: 'phone', note: 'All right' })
  await api.put(`${users}/3/excuse`, { reason: 'deceased' })
  await api.post(`${ROUND}/calls`, { client_id: 7, outcome: 'no_answer' })

  // The server is down on day 14.
  await app.pass(10 * DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual(['eve', 'fay'])
  await api.delete(`${users}/6`)
  await passToNext(app)
  expect(mailed(app)).toEqual(['eve'])
  expect(await outcomes(app)).toEqual(['sent', 'missed', 'sent', 'sent'])

  const { body: closed } = await api.post(`${ROUND}/close`)
  expect(closed.closed_at).not.toBeNull()
  expect(closed.coverage).toEqual({
    total: 7,
    confirmed: 2,
    updated: 1,
    byOther: 1,
    excused: 2,
    excuses: expect.objectContaining({ deceased: 1, deleted: 1 }),
    outstanding: 2,
    reasons: expect.objectContaining({ failed: 1, asked: 1, not_asked: 0, queued: 0 }),
  })
  await app.pass(30 * DAY_MS)
  await remindNow(app)
  expect(mailed(app)).toEqual([])

  const report = await reportOf(app)
  const column = (heading: string) => NAMES.map((name) => report[name]?.[heading])
  expect(column('Result')).toEqual([
    'Updated by link',
    'Confirmed by phone',
    'Excused: deceased',
    'Confirmed by link',
    'No answer',
    'Excused: deleted',
    'Email failed',
  ])
  const reminders = (times = '') => times.split('; ').filter((time) => MINUTE.test(time)).length
  expect(column('Reminded').map(reminders)).toEqual([0, 1, 1, 1, 3, 2, 0])
  expect(report.fay).toMatchObject({ Asked: expect.stringMatching(MINUTE) })
  expect(report.ann).toMatchObject({
    Answered: expect.stringMatching(MINUTE),
    Asked: expect.stringMatching(MINUTE),
    Changes: 'City: Boston → Salem',
  })
  expect(report.bob).toMatchObject({
    Answered: expect.stringMatching(MINUTE),
    Recorded: 'by admin@example.com: All right',
    Changes: '',
  })
  expect(report.gone).toMatchObject({
    Answered: '',
    Asked: expect.stringMatching(/ \(failed\)$/),
    Calls: expect.stringMatching(/ did not pick up \(admin@example.com\)$/),
    'Why Email Failed': 'This address does not exist.',
  })
})
