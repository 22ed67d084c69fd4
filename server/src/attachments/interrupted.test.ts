// @module-tag heavy
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { readdir, stat, utimes } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Attachment } from '@attest/contract/attachments'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aClient, clientInput } from '../../../testing/make.ts'
import { signIn } from '../../../testing/mass-mailing.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { type ServerProcess, startProcess } from '../../../testing/start-process.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const MB = 1024 * 1024
const SIZE = 8 * MB
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="deed.txt"\r\n\r\n'

/** A server process with one client; `uploads` holds incoming files. */
async function aServerWithClient() {
  const settings = await processSettings()
  const server = await startProcess(settings)
  const as = await signIn(server)
  const answer = await server.call('POST', '/api/admin/users', clientInput(), as)
  const { id } = (await answer.json()) as { id: number }
  const files = async (running: ServerProcess) => {
    const list = await running.call('GET', `/api/admin/users/${id}/attachments`, undefined, as)
    return (await list.json()) as Attachment[]
  }
  const storedFiles = (folder: string) => filesIn(path.join(settings.DATA_DIR!, folder))
  return { settings, server, as, route: `/api/admin/users/${id}/attachments`, files, storedFiles }
}

type StoredFiles = { name: string; size: number }[]

async function filesIn(folder: string): Promise<StoredFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const { size } = await stat(path.join(parentPath, name)).catch(() => ({ size: 0 }))
      return { name, size }
    }),
  )
}

/** Sends the first half of a file and keeps the connection. */
async function halfAnUpload({ server, as, route }: Awaited<ReturnType<typeof aServerWithClient>>) {
  const sending: ClientRequest = request(server.url + route, {
    method: 'POST',
    headers: {
      ...as,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': HEAD.length + SIZE,
    },
  })
  sending.on('error', () => {})
  sending.write(HEAD)
  if (!sending.write(Buffer.alloc(SIZE / 2, 'x'))) await once(sending, 'drain')
  return sending
}

const PATIENT = { timeout: 15_000, interval: 50 }

test('keeps neither a row nor bytes of an upload that is cut off', async () => {
  const product = await aServerWithClient()
  onTestFinished(() => product.server.kill())
  const sending = await halfAnUpload(product)
  await vi.waitFor(
    async () => expect((await product.storedFiles('uploads'))[0]?.size).toBeGreaterThan(MB),
    PATIENT,
  )
  sending.destroy()
  await vi.waitFor(async () => expect(await product.storedFiles('uploads')).toEqual([]), PATIENT)
  expect(await product.files(product.server)).toEqual([])
  expect(await product.storedFiles('files')).toEqual([])
})

test('removes the bytes of an upload that a killed server left', async () => {
  const product = await aServerWithClient()
  const sending = await halfAnUpload(product)
  await vi.waitFor(
    async () => expect((await product.storedFiles('uploads'))[0]?.size).toBeGreaterThan(MB),
    PATIENT,
  )
  await product.server.kill()
  sending.destroy()
  const [left] = await product.storedFiles('uploads')
  // Other processes may use the database, so only day-old files count as abandoned.
  const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(path.join(product.settings.DATA_DIR!, 'uploads', left!.name), dayBefore, dayBefore)

  const again = await startProcess(product.settings)
  onTestFinished(() => again.kill())
  await vi.waitFor(async () => expect(await product.storedFiles('uploads')).toEqual([]), PATIENT)
  expect(await product.files(again)).toEqual([])
  expect(await product.storedFiles('files')).toEqual([])
  const form = new FormData()
  form.set('file', new File(['the whole deed'], 'deed.txt'))
  expect((await again.call('POST', product.route, form, product.as)).status).toBe(200)
  expect(await product.files(again)).toHaveLength(1)
})

/** Mounts a disk of `megabytes` over a folder, until the returned function is called. */
function mountDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  return () => void execFileSync('umount', ['--lazy', folder])
}

/** Needs Linux and root. */
function mayMount() {
  try {
    mountDisk(mkdtempSync(path.join(tmpdir(), 'attest-disk-')), 1)()
    return true
  } catch {
    return false
  }
}

test.runIf(mayMount()).each([
  ['uploads', 507, 'The server’s disk is full. Nothing was saved.'],
  ['files', 503, 'The file could not be stored just now. Nothing was saved.'],
])(
  'a full disk under %s gives a plain message and keeps nothing',
  async (folder, status, message) => {
    const app = await startTestApp()
    const client = await aClient(app.deps)
    const disk = path.join(app.config.DATA_DIR, folder)
    onTestFinished(mountDisk(disk, 4))
    const url = `/api/admin/users/${client.id}/attachments`
    const add = (bytes: number) =>
      app.api.upload(url, {}, new File([Buffer.alloc(bytes, 'x')], 'deed.txt'))
    expect(await add(SIZE)).toMatchObject({ status, body: { message } })
    expect((await app.api.get(url)).body).toEqual([])
    expect(await filesIn(disk)).toEqual([])
    if (status === 503) expect(app.logged.splice(0)).not.toEqual([])
    expect((await add(MB)).status).toBe(200)
    expect((await app.api.get(url)).body).toHaveLength(1)
  },
)

test('survives a store that fails during a download', async () => {
  const app = await startTestApp()
  const files = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  const { body } = await app.api.upload(files, {}, new File(['a will'], 'will.txt'))
  app.deps.store.getStream = async () => {
    const bytes = Readable.from(['a', 'b'])
    return bytes.once('readable', () => setImmediate(() => bytes.destroy(new Error('reset'))))
  }
  expect(await app.api.get(`/api/admin/attachments/${body.id}/download`)).toMatchObject({
    status: 503,
    body: { message: 'The file cannot be read just now. Please try again later.' },
  })
  expect(app.logged.splice(0)).toHaveLength(1)
})
