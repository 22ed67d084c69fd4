import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { processSettings } from '../../testing/process-settings.ts'
import { freePort, said } from '../../testing/start-process.ts'

test('SIGTERM to npm start stops the server', async () => {
  const { HOME, PATH } = process.env
  const settings = { ...(await processSettings()), PORT: String(await freePort()) }
  const npm = spawn('npm', ['start'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    detached: true,
    env: { HOME, PATH, LOG_LEVEL: 'error', ...settings },
  })
  let isOver = false
  // The pipe closes with its last holder, including a server that npm left behind.
  const closed = once(npm, 'close').finally(() => (isOver = true))
  onTestFinished(() => void (isOver || process.kill(-npm.pid!, 'SIGKILL')))
  await said(npm, 'Attest is ready')
  npm.kill('SIGTERM')
  expect(await Promise.race([closed, sleep(15_000, 'still running')])).toEqual([0, null])
})
