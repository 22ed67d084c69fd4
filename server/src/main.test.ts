import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN } from './testing/make.ts'
import { processSettings } from './testing/process-settings.ts'
import { runMain, startProcess } from './testing/start-process.ts'

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'attest' }, 'PUBLIC_URL must be an http(s) address'],
  [{ PUBLIC_URL: 'https://firm.com/a' }, 'PUBLIC_URL must be an address without a path'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://user:password@host/name'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must look like smtp://user:password@host:587'],
  [{ TIME_ZONE: 'Boston' }, 'TIME_ZONE must be a time zone like America/New_York'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters'],
])('a wrong setting stops the start with one line that names it: %o', async (setting, words) => {
  expect(await runMain({ ...(await processSettings()), ...setting })).toEqual({
    code: 1,
    output: `Attest cannot start: ${words}`,
  })
})

test('a database that cannot be reached is one line, without its password', async () => {
  const { code, output } = await runMain({
    ...(await processSettings()),
    DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/none',
  })
  expect(code).toBe(1)
  expect(output).toMatch(/^Attest cannot start: The database of DATABASE_URL cannot be used: .+$/)
  expect(output).not.toContain('secret')
})

test('a port that is in use is named', { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const settings = await processSettings()
  const { code, output } = await runMain({ ...settings, PORT: String(port) })
  expect(code).toBe(1)
  expect(output.split('\n').at(-1)).toBe(
    `Attest cannot start: PORT ${port} is in use by another program.`,
  )
})

test('a first start that fails over its port does not use up the password: the next one shows it', {
  timeout: 60_000,
}, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const { ADMIN_PASSWORD: _, ...settings } = await processSettings()
  await runMain({ ...settings, PORT: String(port) })
  const server = await startProcess(settings)
  onTestFinished(() => server.kill())
  await expect.poll(server.greeting).toContain('shown only this once')
  const password = /Password: +(\S+)/.exec(server.greeting())?.[1]
  const answer = await server.call('POST', '/api/auth/login', { email: ADMIN.email, password })
  expect(answer.status).toBe(200)
})

test('a start with another secret key is one line', { timeout: 60_000 }, async () => {
  const settings = await processSettings()
  const server = await startProcess({ ...settings, SECRET_KEY: 'a'.repeat(32) })
  await server.kill()
  const { code, output } = await runMain({ ...settings, SECRET_KEY: 'b'.repeat(32), PORT: '0' })
  expect(code).toBe(1)
  expect(output).toMatch(/^Attest cannot start: SECRET_KEY is not the one .+$/)
})

test('a second process on the same data folder joins, and stops with the first', {
  timeout: 60_000,
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

test('a start after kill -9 finds everything, and no database is left over', {
  timeout: 60_000,
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
