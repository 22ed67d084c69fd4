import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN } from '../../testing/make.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { startProcess } from '../../testing/start-process.ts'

test('a second process on a data folder joins and stops with the first', {
  timeout: 180_000,
}, async () => {
  const { DATABASE_URL: _, ...settings } = await processSettings()
  const first = await startProcess(settings)
  onTestFinished(async () => void (await first.stop()))
  const second = await startProcess(settings)
  onTestFinished(() => second.kill())
  const signIn = async () => (await second.call('POST', '/api/auth/login', ADMIN)).status
  expect(await signIn()).toBe(200)
  expect(await first.stop()).toBe(0)
  expect(await second.ended()).toBe(1)
})

test('a start after kill -9 finds everything and no second database', {
  timeout: 180_000,
}, async () => {
  const { DATABASE_URL: _, ...settings } = await processSettings()
  const server = await startProcess(settings)
  const postmaster = path.join(settings.DATA_DIR, 'postgres/postmaster.pid')
  expect(existsSync(postmaster)).toBe(true)
  await server.kill()
  await expect.poll(() => existsSync(postmaster)).toBe(false)
  const again = await startProcess(settings)
  onTestFinished(async () => void (await again.stop()))
  expect((await again.call('POST', '/api/auth/login', ADMIN)).status).toBe(200)
})
