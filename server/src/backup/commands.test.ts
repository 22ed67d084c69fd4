// @module-tag heavy
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { signIn } from '../../../testing/mass-mailing.ts'
import { newDatabase } from '../../../testing/new-database.ts'
import { processSettings } from '../../../testing/process-settings.ts'
import { backUp } from '../../../testing/restored.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startProcess } from '../../../testing/start-process.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { removeFiles } from '../attachments/remove-files.ts'
import { CommandError } from '../command.ts'
import { keepFiles } from '../files/store.ts'
import { makeBackup } from './make-backup.ts'

const backup = (env: Record<string, string>, ...args: string[]) =>
  runCommand('backup/backup-command.ts', { DISK_RESERVE_MB: '0', ...env }, ...args)
const restore = (env: Record<string, string>, ...args: string[]) =>
  runCommand('backup/restore-command.ts', env, ...args)

test('moves a running product to another database by the commands', {
  timeout: 180_000,
}, async () => {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, DATA_DIR } = await processSettings()
  const embedded = { DATA_DIR, ADMIN_EMAIL, ADMIN_PASSWORD }
  const server = await startProcess(embedded)
  onTestFinished(() => server.kill())
  const file = path.join(temporaryFolder(), 'attest.tar')
  const made = await backup(embedded, file)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining(file) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const own = { DATABASE_URL: await newDatabase(), DATA_DIR: temporaryFolder() }
  expect(await restore(own, file)).toMatchObject({
    code: 0,
    output: expect.stringContaining('press Resume on the dashboard'),
  })
  const moved = await startProcess(own)
  onTestFinished(() => moved.kill())
  expect(await signIn(moved)).toBeTruthy()
})

test('names every obstacle in one line', async () => {
  const DATA_DIR = temporaryFolder()
  const taken = path.join(DATA_DIR, 'taken')
  await writeFile(taken, 'x')
  const answers = [
    [await backup({ DATA_DIR }, path.join(DATA_DIR, 'new')), /^There is no database in/],
    [
      await runCommand('admin-command.ts', { DATA_DIR }, 'add', 'a@b.co'),
      /^There is no database in/,
    ],
    [await runCommand('evidence/verify-command.ts', { DATA_DIR }), /^There is no database in/],
    [await restore({ DATA_DIR }, taken), /^This backup is damaged/],
    [await restore({ DATA_DIR }, path.join(DATA_DIR, 'none')), /there is no such file\.$/],
    [await restore({ DATA_DIR }, DATA_DIR), /cannot be read: EISDIR/],
  ] as const
  for (const [{ code, output }, words] of answers) {
    expect(code).toBe(1)
    expect(output).toMatch(words)
    expect(output).not.toContain('\n')
  }
  expect((await backup({ DATA_DIR })).output).toMatch(/^Usage: npm run backup -- FILE/)
  expect((await restore({ DATA_DIR })).output).toMatch(/^Usage: npm run restore -- FILE/)
  expect(await readdir(DATA_DIR)).toEqual(['taken'])
})

test('names a place that cannot hold a backup in one line', async () => {
  const { deps } = await startTestApp()
  const inFile = path.join(import.meta.filename, 'attest.tar')
  const made = makeBackup({ ...deps, encryption: undefined, reserveMb: 0 }, inFile)
  await expect(made).rejects.toThrow(/cannot be written: ENOTDIR/)
  await expect(made).rejects.toBeInstanceOf(CommandError)
})

test('overwrites no file', async () => {
  const { deps } = await startTestApp()
  const file = await backUp(deps)
  const before = await readFile(file)
  const again = makeBackup({ ...deps, encryption: undefined, reserveMb: 0 }, file)
  await expect(again).rejects.toThrow('exists. Choose another name.')
  expect((await readFile(file)).equals(before)).toBe(true)
})

test('leaves no file after a failed backup', async () => {
  const { url, close } = await startS3Server()
  const { deps, api } = await startTestApp({ FILES_URL: url })
  const files = `/api/admin/users/${(await aClient(deps)).id}/attachments`
  await api.upload(files, {}, new File(['the deed'], 'deed.txt'))
  await close()
  const folder = temporaryFolder()
  const source = { ...deps, encryption: undefined, reserveMb: 0 }
  await expect(makeBackup(source, path.join(folder, 'failed.tar'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual([])
})

test('names a file missing from the store and keeps the others', async () => {
  const { deps, api } = await startTestApp()
  const files = `/api/admin/users/${(await aClient(deps)).id}/attachments`
  for (const name of ['lost.txt', 'kept.txt']) await api.upload(files, {}, new File([name], name))
  const [lost] = await deps.db.selectFrom('attachments').select('key').orderBy('id').execute()
  await deps.store.delete(lost!.key)
  const source = { ...deps, encryption: undefined, reserveMb: 0 }
  const manifest = await makeBackup(source, path.join(temporaryFolder(), 'attest.tar'))
  expect(manifest).toMatchObject({ files: 1, lostFiles: [lost!.key] })
})

test('delays deletions of files until the backup ends', async () => {
  const { deps, api } = await startTestApp()
  const files = `/api/admin/users/${(await aClient(deps)).id}/attachments`
  const { body } = await api.upload(files, {}, new File(['the deed'], 'deed.txt'))
  const { key } = await deps.db.selectFrom('attachments').select('key').executeTakeFirstOrThrow()
  const backup = await deps.openClient()
  await keepFiles(backup)
  expect((await api.delete(`/api/admin/attachments/${body.id}`)).status).toBe(200)
  await removeFiles(deps)
  expect(await deps.store.exists(key)).toBe(true)
  await backup.end()
  await vi.waitFor(async () => {
    await removeFiles(deps)
    expect(await deps.store.exists(key)).toBe(false)
  })
})
