// @module-tag heavy
import { execFileSync } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { csv, row } from '../../testing/import-file.ts'
import { signIn } from '../../testing/mass-mailing.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { startProcess } from '../../testing/start-process.ts'

/** Starts Node with the widest umask, under which every file would be open to all. */
const UMASK_0 = [
  '--import',
  'data:text/javascript,import{isMainThread}from"node:worker_threads";isMainThread&&process.umask(0)',
]

/** Lists files that others than the owner may read, write or enter. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(path.join(folder, name))).mode })),
  )
  return modes.filter(({ mode }) => mode & 0o077).map(({ name }) => name)
}

test('only the owner can read the data files, whatever the umask', async () => {
  const given = await processSettings()
  const DATA_DIR = path.join(given.DATA_DIR!, 'data')
  const settings = { ...given, DATA_DIR }
  const command = path.join(import.meta.dirname, 'admin-command.ts')
  const email = 'clerk@example.com'
  const printed = execFileSync(process.execPath, [...UMASK_0, command, 'add', email], {
    env: settings,
    cwd: given.DATA_DIR,
    encoding: 'utf8',
  })
  if (!given.DATABASE_URL) expect(await openToOthers(DATA_DIR)).toEqual([])

  const server = await startProcess(settings, UMASK_0)
  onTestFinished(() => server.kill())
  await server.call('POST', '/api/auth/forgot-password', { email })
  const as = await signIn(server, { email, password: / {2}(\S+)$/m.exec(printed)![1]! })
  const upload = (url: string, file: File) => {
    const form = new FormData()
    form.set('file', file)
    return server.call('POST', url, form, as)
  }
  expect((await upload('/api/admin/import', csv(row('1')))).status).toBe(200)
  const will = new File(['a will'], 'will.txt')
  expect((await upload('/api/admin/users/1/attachments', will)).status).toBe(200)
  for (const folder of ['account-mails', 'files', 'outbox', 'secret-key', 'uploads'])
    expect(await readdir(DATA_DIR)).toContain(folder)
  expect(await openToOthers(DATA_DIR)).toEqual([])
})
