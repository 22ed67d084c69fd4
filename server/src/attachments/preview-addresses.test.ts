import { expect, test } from 'vitest'
import { aClient, anAdmin } from '../../../testing/make.ts'
import { bearer, logIn } from '../../../testing/second-factor.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { changeAdmin, findAdminByEmail } from '../identity/administrators/queries.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const COLLEAGUE = { email: 'colleague@example.com', password: 'velvet anchor thursday' }

async function withImage() {
  const app = await startTestApp()
  await anAdmin(app.deps, COLLEAGUE)
  const files = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  await app.api.upload(files, {}, new File([PNG], 'scan.png'))
  const opens = async (addresses: string[]) => {
    const shown = addresses.map((url) => app.send('GET', url, { headers: { authorization: '' } }))
    return (await Promise.all(shown)).map(({ status }) => status)
  }
  const look = async () => {
    const token = await logIn(app, COLLEAGUE)
    const [file] = (await app.send('GET', files, bearer(token))).body
    return { token, addresses: [file.preview_url, file.thumbnail_url] }
  }
  return { ...app, opens, look }
}

test('ends an image’s addresses with the session that made them', async () => {
  const { look, opens, send } = await withImage()
  const [leaving, staying] = [await look(), await look()]
  expect(await opens(leaving.addresses)).toEqual([200, 200])
  await send('POST', '/api/auth/logout', bearer(leaving.token))
  expect(await opens(leaving.addresses)).toEqual([401, 401])
  expect(await opens(staying.addresses)).toEqual([200, 200])
})

test('opens no image by an address of a demoted account', async () => {
  const { look, opens, deps } = await withImage()
  const { addresses } = await look()
  const { id } = (await findAdminByEmail(deps.db, COLLEAGUE.email))!
  await changeAdmin(deps.db, id, { role: 'member' })
  expect(await opens(addresses)).toEqual([401, 401])
  await changeAdmin(deps.db, id, { role: 'admin' })
  expect(await opens(addresses)).toEqual([200, 200])
})
