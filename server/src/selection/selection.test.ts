import { type Client, ClientFilter } from '@attest/contract/clients'
import { expect, test } from 'vitest'
import { anAskedRound } from '../../../testing/a-round.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { changeSelected } from './select-clients.ts'

const users = '/api/admin/users'
const DAY_MS = 24 * 60 * 60 * 1000
const { client_number: _, group_template: __, ...details } = clientInput()

/** Clients in each state, by last name: Answered, Asked, Bounced, Excused and Quiet, who was never emailed. */
async function aList() {
  const app = await startTestApp()
  const { api, deps } = app
  const make = (last_name: string, over = {}) => aClient(deps, { last_name, ...over })
  const answered = await make('Answered', { state: 'NH' })
  await make('Asked', { group_template: 'BigClients' })
  await make('Bounced', { email: 'nowhere' })
  const excused = await make('Excused')
  await api.put(`${users}/${excused.id}/excuse`, { reason: 'left' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await make('Quiet')
  const token = await aLink(deps, answered)
  await api.post(`/api/verify/${token}`, { ...details, last_name: 'Answered', action: 'confirm' })
  const names = async (query: string) => {
    const { status, body } = await api.get(`${users}?sort=last_name&${query}`)
    expect(status).toBe(200)
    expect(body.total).toBe(body.users.length)
    return body.users.map((client: Client) => client.last_name)
  }
  return { ...app, names }
}

test('filters the list by each property', async () => {
  const { names, pass } = await aList()
  expect(await names('round=answered')).toEqual(['Answered'])
  expect(await names('round=asked')).toEqual(['Asked'])
  expect(await names('round=failed')).toEqual(['Bounced'])
  expect(await names('round=excused')).toEqual(['Excused'])
  expect(await names('round=outside')).toEqual(['Quiet'])
  expect(await names('round=not_asked')).toEqual([])
  expect(await names('round=outstanding')).toEqual(['Asked', 'Bounced'])
  expect(await names('round=unreachable')).toEqual(['Bounced'])
  expect(await names('emailed=never')).toEqual(['Bounced', 'Excused', 'Quiet'])
  expect(await names('emailed=failed')).toEqual(['Bounced'])
  expect(await names('emailed=day')).toEqual(['Answered', 'Asked'])
  expect(await names('emailed=not_day')).toEqual(['Bounced', 'Excused', 'Quiet'])
  expect(await names('group=BigClients')).toEqual(['Asked'])
  expect(await names('excused=yes')).toEqual(['Excused'])
  expect(await names('excused=no&status=pending&emailed=never')).toEqual(['Bounced', 'Quiet'])
  expect(await names('state=NH')).toEqual([])
  expect(await names('state=MA&search=quiet')).toEqual(['Quiet'])
  expect(await names('since=2020-01-01')).toHaveLength(5)
  expect(await names('since=2099-01-01')).toEqual([])
  await pass(31 * DAY_MS)
  expect(await names('emailed=earlier')).toEqual(['Answered', 'Asked'])
  expect(await names('emailed=month')).toEqual([])
})

test('finds nobody by round while no round is open', async () => {
  const { names, api } = await aList()
  await api.post('/api/admin/rounds/1/close')
  expect(await names('round=asked')).toEqual([])
})

test('exports the clients of a filter or a selection', async () => {
  const { api } = await aList()
  const lines = async (query: string) =>
    (await api.get(`/api/admin/export?format=csv&${query}`)).body.trim().split('\r\n').slice(1)
  expect(await lines('')).toHaveLength(5)
  expect(await lines('emailed=failed')).toEqual([expect.stringContaining('Bounced')])
  expect(await lines('ids=1,2')).toEqual([
    expect.stringContaining('Answered'),
    expect.stringContaining('Asked'),
  ])
  const { entries } = (await api.get('/api/security-log?event=clients-exported')).body
  expect(entries.map(({ detail }: { detail: string }) => detail)).toEqual([
    'CSV, 2 clients',
    'CSV, 1 clients',
    'CSV',
  ])
})

test.each([
  ['users/delete', {}],
  ['users/group', { group_template: 'BigClients' }],
  ['bulk-send-emails', { statusFilter: 'all' }],
  ['rounds/1/remind', {}],
])('refuses a changed selection of %s', async (call, body) => {
  const { api, deps } = await aList()
  const mailings = () => deps.db.selectFrom('mailings').select('id').execute()
  const before = await mailings()
  await aClient(deps)
  const answer = await api.post(`/api/admin/${call}`, { ...body, filter: {}, total: 5 })
  expect(answer).toMatchObject({ status: 409, body: { code: 'selection_changed', total: 6 } })
  expect((await api.get(users)).body.total).toBe(6)
  expect(await mailings()).toEqual(before)
})

test('deletes, regroups and emails all who match', async () => {
  const { api, names } = await aList()
  const filter = { status: 'pending', excused: 'no' }
  const changed = await api.post(`${users}/group`, {
    filter,
    total: 3,
    group_template: 'BigClients',
  })
  expect(changed.body).toEqual({ changed: 2 })
  expect(await names('group=BigClients')).toEqual(['Asked', 'Bounced', 'Quiet'])
  const sent = await api.post('/api/admin/bulk-send-emails', {
    statusFilter: 'all',
    filter: { group: 'BigClients' },
    total: 3,
  })
  expect(sent.body).toMatchObject({ totalUsers: 3, emailsSent: 2, emailsFailed: 1 })
  const removed = await api.post(`${users}/delete`, { filter, total: 3 })
  expect(removed.body).toEqual({ deleted: 3 })
  expect(await names('')).toEqual(['Answered', 'Excused'])
})

test('changes many clients in batches, except those who no longer match', async () => {
  const { deps } = await anAskedRound(1002)
  const batches: number[] = []
  const filter = ClientFilter.parse({ status: 'pending' })
  const changed = await changeSelected(deps, { filter, total: 1002 }, async (_tx, ids) => {
    if (batches.push(ids.length) === 1)
      await deps.db
        .updateTable('clients')
        .set({ status: 'confirmed' })
        .where('id', '=', 1002)
        .execute()
    return ids.length
  })
  expect({ batches, changed }).toEqual({ batches: [1000, 1], changed: 1001 })
})

test('previews the email to a selection, and refuses a changed one', async () => {
  const { api } = await aList()
  const preview = (query: string) =>
    api.get(`/api/admin/bulk-send-emails/preview?statusFilter=all&${query}`)
  const byId = await preview('ids=1,4')
  expect(byId.body).toMatchObject({ chosen: 2, excused: 1, totalUsers: 1, answered: 1 })
  const pending = await preview('status=pending&total=4')
  expect(pending.body).toMatchObject({ chosen: 4, excused: 1, totalUsers: 3, answered: 0 })
  expect(pending.body).toMatchObject({ emailedLately: 1, failedLastTime: 1 })
  const changed = await preview('status=pending&total=5')
  expect(changed).toMatchObject({ status: 409, body: { code: 'selection_changed', total: 4 } })
})

test('leaves out selected clients of another status', async () => {
  const { api } = await aList()
  const statusFilter = 'pending'
  const { body } = await api.post('/api/admin/bulk-send-emails', { statusFilter, ids: [1, 2] })
  expect(body).toMatchObject({ totalUsers: 1, updatedCount: 0 })
})

test('reminds only selected clients who have not answered', async () => {
  const { api, pass, deps } = await aList()
  await aClient(deps, { last_name: 'Other' })
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'pending' })
  await pass(2 * DAY_MS)
  const preview = await api.get('/api/admin/rounds/1/remind?ids=1,2,4')
  expect(preview.body).toEqual({ recipients: 1, emails: 1 })
  const { body } = await api.post('/api/admin/rounds/1/remind', { ids: [1, 2, 4] })
  expect(body).toMatchObject({ recipients: 1 })
  await expect
    .poll(async () => (await api.get(`/api/admin/mailings/${body.mailingId}`)).body.emailsWaiting)
    .toBe(0)
  expect(await api.post('/api/admin/rounds/1/remind', { ids: [1] })).toMatchObject({
    body: { mailingId: null, recipients: 0 },
  })
  await api.post('/api/admin/rounds/1/close')
  const closed = { status: 409, body: { code: 'round_closed' } }
  expect(await api.get('/api/admin/rounds/1/remind?ids=2')).toMatchObject(closed)
})

test('rejects a selection by ids and by filter', async () => {
  const { api } = await startTestApp()
  const wrong = [{}, { filter: {} }, { ids: [1], filter: {}, total: 1 }, { ids: [] }, { total: 1 }]
  for (const body of wrong) {
    expect(await api.post(`${users}/delete`, body)).toMatchObject({ status: 400 })
  }
})
