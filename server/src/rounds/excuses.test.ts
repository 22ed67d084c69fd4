import type { Coverage } from '@attest/contract/rounds'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const round = '/api/admin/rounds/1'
const users = '/api/admin/users'

test('breaks excused clients down by reason, before and after the close', async () => {
  const { api, deps } = await startTestApp()
  // The client's new email was not confirmed in time.
  const confirm_by = new Date(0).toISOString()
  const late = { status: 'updated', mail_to: 'old@example.com', confirm_by } as const
  for (const [reason, over] of [
    ['deceased', {}],
    ['left', {}],
    ['left', late],
    ['declined', {}],
    ['other', {}],
  ] as const) {
    const { id } = await aClient(deps, over)
    await api.put(`${users}/${id}/excuse`, { reason })
  }
  const gone = await aClient(deps)
  await aClient(deps)
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  await api.delete(`${users}/${gone.id}`)

  const coverage = async (): Promise<Coverage> => (await api.get(round)).body.coverage
  const open = await coverage()
  expect(open).toMatchObject({ total: 7, excused: 6, outstanding: 1 })
  expect(open.excuses).toEqual({ deceased: 1, left: 2, declined: 1, other: 1, deleted: 1 })
  await api.post(`${round}/close`)
  expect(await coverage()).toEqual(open)
})
