import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { runCommand } from '../testing/run-command.ts'
import { startProcess } from '../testing/start-process.ts'
import { type App, addClient, signIn, signInSeparately, test, toast } from './app.ts'
import { look } from './look.ts'

/** One folder for the whole file, as an app's settings are needed before its fixtures. */
const BACKUP_DIR = path.join(tmpdir(), `attest-e2e-backups-${process.pid}`)

test.use({ settings: { BACKUP_DIR, DISK_RESERVE_MB: '0' } })
test.afterEach(() => rm(BACKUP_DIR, { recursive: true, force: true }))

/** The nightly backup that the app made when it started. */
async function firstBackup(): Promise<string> {
  await expect
    .poll(() => (existsSync(BACKUP_DIR) ? readdir(BACKUP_DIR) : []))
    .toEqual([expect.stringMatching(/\.tar$/)])
  const [name = ''] = await readdir(BACKUP_DIR)
  return path.join(BACKUP_DIR, name)
}

/** Starts a second app on a restored copy of that backup. */
async function restoredApp(app: App): Promise<App> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'attest-e2e-'))
  const { code, output } = await runCommand(
    'backup/restore-command.ts',
    { DATA_DIR },
    await firstBackup(),
  )
  expect({ code, output }).toMatchObject({ code: 0 })
  const server = await startProcess({ DATA_DIR, FIRM_NAME: 'Harrow & Finch' })
  const stop = async () => {
    await server.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  return { ...app, ...server, kill: stop }
}

test('explains a restored copy and an old backup', { tag: '@pictures' }, async ({ page, app }) => {
  test.slow()
  const copy = await restoredApp(app)
  try {
    await signInSeparately(page, copy)
    const notice = page.getByRole('region', { name: 'This is a restored copy' })
    await expect(notice).toContainText('No email was waiting.')
    await expect(notice).toContainText('until you press Resume')
    await expect(page.getByText('No email is being sent.')).toBeHidden()
    await look(page, 'restored-copy')
    await notice.getByRole('button', { name: 'Resume' }).click()
    await expect(toast(page, 'Resumed')).toBeVisible()
    await expect(notice).toBeHidden()
  } finally {
    await copy.kill()
  }

  await test.step('says on the dashboard why there is no recent backup', async () => {
    await page.route('**/api/admin/stats', async (route) => {
      const response = await route.fetch()
      const backupProblem = 'The last nightly backup is 3 days old.'
      await route.fulfill({ response, json: { ...(await response.json()), backupProblem } })
    })
    await signIn(page, app)
    await addClient(app, 1)
    await expect(page.getByText('Something is wrong with the backups.')).toBeVisible()
    await look(page, 'no-recent-backup')
  })
})
