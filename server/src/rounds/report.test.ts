// @module-tag heavy
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const rounds = '/api/admin/rounds'
const users = '/api/admin/users'
const { client_number: _, group_template: __, ...details } = clientInput()

/** Has one client each: answered by link, recorded by phone, failed, excused. */
async function aRound() {
  const app = await startTestApp({ FIRM_NAME: 'Harrow & Finch', FIRM_PHONE: '617-555-0100' })
  const { api, deps } = app
  const linked = await aClient(deps, {
    client_number: '1',
    first_name: 'Łucja',
    last_name: 'Adams',
  })
  const phoned = await aClient(deps, { client_number: '2', last_name: 'Baker' })
  await aClient(deps, { client_number: '3', last_name: 'Clark', email: 'nowhere' })
  const excused = await aClient(deps, { client_number: '4', last_name: '=Dunn()' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const token = await aLink(deps, linked)
  const moved = { ...details, city: 'Salem', first_name: 'Łucja', last_name: 'Adams' }
  await api.post(`/api/verify/${token}`, { ...moved, action: 'update' })
  await api.post(`${rounds}/1/calls`, {
    client_id: phoned.id,
    outcome: 'left_message',
    note: 'Her son picks up',
  })
  await api.post(`/api/admin/users/${phoned.id}/answers`, { via: 'phone', note: 'Confirmed all' })
  await api.put(`/api/admin/users/${excused.id}/excuse`, { reason: 'other', note: 'In prison' })
  const report = (format: string) => api.get(`${rounds}/1/report?format=${format}`)
  return { ...app, report, linked, excused }
}

const csvRows = (body: string) => body.replace('\uFEFF', '').trim().split('\r\n')

test('lists each client with dates, calls, result and changes', async () => {
  const { report } = await aRound()
  const { headers, body } = await report('csv')
  expect(headers['content-disposition']).toBe('attachment; filename=round-1.csv')
  const [heading, clark, baker, dunn, adams] = csvRows(body)
  expect(heading).toBe(
    'Client Number,Name,Email,Result,Answered,Asked,Reminded,Letters on Paper,Why Email Failed,Calls,Excused,Earlier Answers,Changes,Recorded',
  )
  expect(adams).toMatch(/,"\d{4}-\d\d-\d\d \d\d:\d\d \(kept in the outbox, not sent\)",,,,,/)
  expect([baker, clark, dunn, adams].sort()).toEqual([
    expect.stringMatching(/^1,Łucja Adams,.*Updated by link,.*City: Boston → Salem/),
    expect.stringMatching(
      /^2,.*Confirmed by phone,.*left a message \(admin@example.com\): Her son picks up.*by admin@example.com: Confirmed all/,
    ),
    expect.stringMatching(/^3,.*Email failed,.*\(failed\)/),
    expect.stringMatching(
      /^4,.*Excused: for another reason,.*,\d{4}-\d\d-\d\d \d\d:\d\d by admin@example.com: In prison,,,$/,
    ),
  ])
})

test('keeps the report of a closed round when clients change', async () => {
  const { api, report, linked, pass } = await aRound()
  await api.post(`${rounds}/1/close`)
  const before = (await report('csv')).body
  await pass(60_000)
  await api.put(`/api/admin/users/${linked.id}`, { last_name: 'Zimmer' })
  await api.post(`/api/admin/users/${linked.id}/answers`, { via: 'letter', city: 'Lowell' })
  await api.delete(`/api/admin/users/${linked.id}`)
  expect((await report('csv')).body).toBe(before)
})

test('keeps a deleted client’s emails and excuse', async () => {
  const { api, report, linked, excused, pass } = await aRound()
  await pass(2 * 24 * 60 * 60 * 1000)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await pass(2 * 24 * 60 * 60 * 1000)
  await api.post(`${rounds}/1/remind`, {})
  const read = async () => (await report('csv')).body
  const emailsToLinked = async () =>
    csvRows(await read())
      .find((row) => row.startsWith('1,'))
      ?.match(/not sent/g)?.length
  await expect.poll(emailsToLinked).toBe(3)
  await api.post(`/api/admin/users/${linked.id}/answers`, { via: 'letter' })
  await expect
    .poll(async () => (await api.get('/api/admin/mailings')).body.mailings[0].emailsWaiting)
    .toBe(0)
  const before = await read()
  await api.post(`${users}/delete`, { ids: [linked.id, excused.id] })
  expect(await read()).toBe(before)
})

test('adds nothing recorded after the close, whatever its date', async () => {
  const { api, report, linked, pass } = await aRound()
  await api.post(`${rounds}/1/close`)
  const before = (await report('csv')).body
  await pass(24 * 60 * 60 * 1000)
  const on = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
  const late = { via: 'letter', city: 'Lowell', on }
  expect((await api.post(`/api/admin/users/${linked.id}/answers`, late)).status).toBe(200)
  expect((await report('csv')).body).toBe(before)
})

test('keeps the earlier answer of a client who was asked again', async () => {
  const { api, report, linked, pass } = await aRound()
  await pass(60_000)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const row = async (format: string) =>
    csvRows((await report(format)).body).find((line) => line.startsWith('1,'))
  expect(await row('csv')).toMatch(/,No answer,,.*,Updated by link on \d{4}-\d\d-\d\d \d\d:\d\d,/)
  await api.post(`/api/admin/users/${linked.id}/answers`, { via: 'phone' })
  expect(await row('csv')).toMatch(
    /,(Confirmed|Updated) by phone,\d{4}-\d\d-\d\d \d\d:\d\d,.*,Updated by link on \d{4}-\d\d-\d\d \d\d:\d\d,/,
  )
})

test('ignores a change of an excuse after the close', async () => {
  const { api, report, pass } = await aRound()
  await api.post(`${rounds}/1/close`)
  await pass(60_000)
  const { users } = (await api.get('/api/admin/users?search=Dunn')).body
  await api.put(`/api/admin/users/${users[0].id}/excuse`, { reason: 'left', note: 'Moved on' })
  const { body } = await report('csv')
  expect(body).toContain('Excused: for another reason')
  expect(body).not.toContain('Moved on')
})

test('makes a PDF and logs each download', async () => {
  const { report, api } = await aRound()
  const { status, headers, body } = await report('pdf')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  expect(body.slice(0, 5)).toBe('%PDF-')
  expect(body.trimEnd().slice(-5)).toBe('%%EOF')
  await report('csv')
  const { entries } = (await api.get('/api/security-log?event=report-downloaded')).body
  expect(entries.map(({ detail }: { detail: string }) => detail)).toEqual([
    expect.stringMatching(/, CSV$/),
    expect.stringMatching(/, PDF$/),
  ])
})

test('rejects an unknown round or format', async () => {
  const { api } = await startTestApp()
  expect((await api.get(`${rounds}/9/report`)).status).toBe(404)
  expect((await api.get(`${rounds}/9/report?format=docx`)).status).toBe(400)
})
