import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

test('a deletion does not wait for a silent bucket', async () => {
  const { url, fallSilent, close } = await startS3Server()
  const { api, deps, logged } = await startTestApp({ FILES_URL: url })
  const client = `/api/admin/users/${(await aClient(deps)).id}`
  const add = () => api.upload(`${client}/attachments`, {}, new File(['the deed'], 'deed.txt'))
  const { body } = await add()
  await add()
  fallSilent()
  expect((await api.delete(`/api/admin/attachments/${body.id}`)).status).toBe(200)
  expect((await api.delete(client)).status).toBe(200)
  await close()
  await deps.removals.idle()
  expect(logged.splice(0)).toHaveLength(2)
})
