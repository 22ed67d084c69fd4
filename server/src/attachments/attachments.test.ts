import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { MAX_ATTACHMENT_BYTES } from '@attest/contract/attachments'
import { describe, expect, test } from 'vitest'
import { deleteForGood } from '../../../testing/delete-for-good.ts'
import { aClient } from '../../../testing/make.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { storedKeys } from '../../../testing/stored-keys.ts'
import { removeFiles } from './remove-files.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')
async function withClient(settings = {}) {
  const app = await startTestApp(settings)
  const client = await aClient(app.deps)
  const url = `/api/admin/users/${client.id}/attachments`
  const add = (content: Buffer | string, name: string, fields = {}) =>
    app.api.upload(url, fields, new File([content], name))
  const files = async () => (await app.api.get(url)).body
  const history = async () => (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body
  return { ...app, client, url, add, files, history }
}

async function stored({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  await removeFiles(deps)
  return storedKeys(deps.store)
}

test('stores a client’s file and returns it byte for byte', async () => {
  const app = await withClient()
  const { status, body } = await app.add(PDF, 'Last will.pdf', { description: 'signed' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    original_name: 'Last will.pdf',
    mime_type: 'application/pdf',
    file_size: PDF.length,
    category: 'document',
    description: 'signed',
    uploaded_by_admin: { email: 'admin@example.com' },
    preview_url: null,
    thumbnail_url: null,
  })
  expect(await app.files()).toEqual([body])
  const [record] = await app.history()
  expect(record).toMatchObject({ action: 'file_uploaded', old_data: 'null' })
  expect(JSON.parse(record.new_data)).toEqual({
    filename: 'Last will.pdf',
    file_size: PDF.length,
    category: 'document',
  })
  const download = await app.app.inject({
    url: `/api/admin/attachments/${body.id}/download`,
    headers: { authorization: `Bearer ${app.token}` },
  })
  expect(download.rawPayload).toEqual(PDF)
  expect(download.headers['content-disposition']).toBe('attachment; filename="Last will.pdf"')
  expect(download.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test('opens only one file by its token, for an hour', async () => {
  const app = await withClient()
  const { body: image } = await app.add(PNG, 'scan.png')
  const { body: other } = await app.add(PNG, 'other.png')
  const stranger = { headers: { authorization: '' } }
  const shown = await app.send('GET', image.preview_url, stranger)
  expect(shown.status).toBe(200)
  expect(shown.headers['content-disposition']).toContain('inline')
  const elsewhere = image.preview_url.replace(`/${image.id}/`, `/${other.id}/`)
  expect((await app.send('GET', elsewhere, stranger)).status).toBe(401)
  expect((await app.send('GET', `${image.preview_url}x`, stranger)).status).toBe(401)
  app.clock.ahead = 61 * 60 * 1000
  expect((await app.send('GET', image.preview_url, stranger)).status).toBe(401)
})

test('repeats a picture’s address for lists read within ten minutes', async () => {
  const app = await withClient()
  const step = 10 * 60 * 1000
  // Starts one second after a step of ten minutes.
  const begin = step - (Date.now() % step) + 1000
  app.clock.ahead = begin
  await app.add(PNG, 'scan.png')
  const [first] = await app.files()
  app.clock.ahead = begin + 9 * 60 * 1000
  expect(await app.files()).toEqual([first])
  app.clock.ahead = begin + step
  const [later] = await app.files()
  expect(later.preview_url).not.toBe(first.preview_url)
  expect(later.thumbnail_url).not.toBe(first.thumbnail_url)
  const stranger = { headers: { authorization: '' } }
  app.clock.ahead = begin + 58 * 60 * 1000
  expect((await app.send('GET', first.thumbnail_url, stranger)).status).toBe(200)
})

test('logs downloads, but not the images that the list shows', async () => {
  const app = await withClient()
  const { body } = await app.add(PNG, 'scan.png')
  const renamed = body.preview_url.replace('.view.', '.list.')
  expect(renamed).not.toBe(body.preview_url)
  expect((await app.send('GET', renamed, { headers: { authorization: '' } })).status).toBe(401)
})

test('keeps an SVG but never shows it', async () => {
  const app = await withClient()
  const { body } = await app.add(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'seal.svg',
  )
  expect(body).toMatchObject({ mime_type: 'image/svg+xml', category: 'image', preview_url: null })
  const { headers } = await app.api.get(`/api/admin/attachments/${body.id}/download`)
  expect(headers['content-disposition']).toContain('attachment')
  expect(headers['content-security-policy']).toContain('sandbox')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

const UNKNOWN = 'Please select a supported file type'
const UNLIKE = 'The content of this file is not what its name says.'
test.each([
  ['program.exe', Buffer.from('MZ\0\0'), UNKNOWN],
  ['page.html', '<script>alert(1)</script>', UNKNOWN],
  ['noending', 'text', UNKNOWN],
  ['x.constructor', 'text', UNKNOWN],
  ['named.pdf', 'no pdf at all', UNLIKE],
  ['named.png', PDF, UNLIKE],
  ['program.txt', Buffer.from('MZ\0\0'), UNLIKE],
  ['later.pdf', Buffer.concat([Buffer.alloc(1020, ' '), PDF]), UNLIKE],
  ['within.txt', 'Old\x1anotes', UNLIKE],
  ['binary.txt', Buffer.from([65, 0, 66]), UNLIKE],
  ['nothing.pdf', '', 'The file is empty.'],
  ['nothing.txt', '', 'The file is empty.'],
])('refuses %s and leaves nothing', async (name, content, message) => {
  const app = await withClient()
  const answer = await app.add(content, name)
  expect(answer).toMatchObject({ status: 400, body: { message } })
  expect(await app.files()).toEqual([])
  expect(await stored(app)).toEqual([])
  expect(await readdir(path.join(app.config.DATA_DIR, 'uploads'))).toEqual([])
})

test('accepts a file of 50 MB, but not one byte more', { tags: 'heavy' }, async () => {
  const app = await withClient()
  const most = Buffer.alloc(MAX_ATTACHMENT_BYTES, 'x')
  expect((await app.add(most, 'a.txt')).status).toBe(200)
  const more = await app.add(Buffer.concat([most, Buffer.from('x')]), 'b.txt')
  expect(more).toMatchObject({ status: 413, body: { message: 'File size must be less than 50MB' } })
  expect(await stored(app)).toHaveLength(1)
})

test('shows a file name unchanged but never uses it as a path', async () => {
  const app = await withClient()
  const { body } = await app.add(PDF, '../../etc/pass\r\nwd "x".pdf')
  expect(body.original_name).not.toMatch(/[/\r\n]/)
  const { headers } = await app.api.get(`/api/admin/attachments/${body.id}/download`)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?[^\r\n/]+$/)
  expect(await stored(app)).toEqual([expect.stringMatching(/^\d+\/[\da-f-]{36}$/)])
})

test('refuses a missing file, client or category with a message', async () => {
  const app = await withClient()
  expect((await app.api.upload(app.url, {})).body.message).toBe('Please select a file to upload')
  const unknown = '/api/admin/users/999/attachments'
  const nobody = {
    status: 404,
    body: { message: 'This client was deleted or merged. Look in the trash.' },
  }
  expect(await app.api.upload(unknown, {}, new File([PDF], 'a.pdf'))).toMatchObject(nobody)
  expect(await app.api.get(unknown)).toMatchObject(nobody)
  expect((await app.add(PDF, 'a.pdf', { category: 'secret' })).status).toBe(400)
  expect(await stored(app)).toEqual([])
})

test('removes a deleted file’s bytes and keeps a record', async () => {
  const app = await withClient()
  const { body } = await app.add(PDF, 'a.pdf')
  expect((await app.api.delete(`/api/admin/attachments/${body.id}`)).status).toBe(200)
  expect(await app.files()).toEqual([])
  expect(await stored(app)).toEqual([])
  expect((await app.history())[0]).toMatchObject({ action: 'file_deleted', new_data: 'null' })
  expect((await app.api.delete(`/api/admin/attachments/${body.id}`)).status).toBe(404)
})

const STORES = {
  'a folder': async () => ({}),
  'a bucket': async () => ({ FILES_URL: (await startS3Server()).url }),
}

describe.each(Object.entries(STORES))('in %s', (_, settings) => {
  test('returns a file byte for byte and removes a deleted one', async () => {
    const app = await withClient(await settings())
    const content = Buffer.alloc(300_000, 'Ünïcode text. ')
    const [kept, gone] = [await app.add(content, 'a.txt'), await app.add(PDF, 'b.pdf')]
    const { rawPayload } = await app.app.inject({
      url: `/api/admin/attachments/${kept.body.id}/download`,
      headers: { authorization: `Bearer ${app.token}` },
    })
    expect(rawPayload.equals(content)).toBe(true)
    await app.api.delete(`/api/admin/attachments/${gone.body.id}`)
    expect(await stored(app)).toHaveLength(1)
    expect(await readdir(path.join(app.config.DATA_DIR, 'uploads'))).toEqual([])
  })

  test('removes the bytes of files when their client is deleted for good', async () => {
    const app = await withClient(await settings())
    await app.add(PDF, 'a.pdf')
    await app.add(PDF, 'b.pdf')
    await deleteForGood(app, app.client.id)
    expect(await stored(app)).toEqual([])
  })

  test('gives a plain message for a file without bytes', async () => {
    const app = await withClient(await settings())
    const { body } = await app.add(PDF, 'a.pdf')
    for (const key of await stored(app)) await app.deps.store.delete(key)
    expect(await app.api.get(`/api/admin/attachments/${body.id}/download`)).toMatchObject({
      status: 503,
      body: { message: 'The file cannot be read just now. Please try again later.' },
    })
    expect(app.logged.splice(0)).toHaveLength(1)
  })
})

test('gives a plain message for an unreachable bucket and keeps nothing', async () => {
  const { url, close } = await startS3Server()
  const app = await withClient({ FILES_URL: url })
  const { body } = await app.add(PDF, 'a.pdf')
  await close()
  const refused = await app.add(PDF, 'b.pdf')
  expect(refused).toMatchObject({
    status: 503,
    body: { message: 'The file could not be stored just now. Nothing was saved.' },
  })
  expect(await app.files()).toHaveLength(1)
  expect((await app.api.get(`/api/admin/attachments/${body.id}/download`)).status).toBe(503)
  expect(app.logged.splice(0)).not.toEqual([])
})
