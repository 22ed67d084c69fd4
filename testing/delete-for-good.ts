import { expect } from 'vitest'
import type { TestApp } from './start-test-app.ts'

/** Deletes the client, then deletes it from the trash. */
export async function deleteForGood({ api, send }: Pick<TestApp, 'api' | 'send'>, id: number) {
  expect((await api.delete(`/api/admin/users/${id}`)).status).toBe(200)
  const { name } = (await api.get(`/api/admin/trash/${id}`)).body
  const { status } = await send('DELETE', `/api/admin/trash/${id}`, { payload: { name } })
  expect(status).toBe(200)
}
