// @module-tag heavy
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN } from '../../testing/make.ts'
import { processSettings } from '../../testing/process-settings.ts'
import { runMain, startProcess } from '../../testing/start-process.ts'

test('a wrong setting stops the start with one line that names it', async () => {
  expect(await runMain({ ...(await processSettings()), PORT: 'eighty' })).toEqual({
    code: 1,
    output: 'Attest cannot start: PORT must be a whole number',
  })
})

test('an unusable database stops the start with one line', async () => {
  const DATABASE_URL = 'postgres://postgres@127.0.0.1:1/none'
  const SECRET_KEY = 'a secret key that is only used in tests'
  const settings = { ...(await processSettings()), DATABASE_URL }
  const stopped = {
    code: 1,
    output:
      'Attest cannot start: The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  }
  expect(await runMain({ ...settings, SECRET_KEY })).toEqual(stopped)
  expect(await runMain(settings)).toEqual(stopped)
  expect(existsSync(path.join(settings.DATA_DIR, 'secret-key'))).toBe(false)
})

test('an unreadable secret key stops the start with one line', async () => {
  const settings = await processSettings()
  await mkdir(path.join(settings.DATA_DIR, 'secret-key'))
  const { code, output } = await runMain(settings)
  expect(code).toBe(1)
  expect(output).toMatch(/^Attest cannot start: The secret key cannot be read: EISDIR.*$/)
})

test('a start on an occupied port names it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const { ADMIN_PASSWORD: _, ...settings } = await processSettings()
  expect(await runMain({ ...settings, PORT: String(port) })).toEqual({
    code: 1,
    output: `Attest cannot start: PORT ${port} is in use by another program.`,
  })
  const server = await startProcess(settings)
  onTestFinished(() => server.kill())
  await expect.poll(server.greeting).toContain('shown only this once')
  const password = /Password: +(\S+)/.exec(server.greeting())?.[1]
  const answer = await server.call('POST', '/api/auth/login', { email: ADMIN.email, password })
  expect(answer.status).toBe(200)
})

test('invites an administrator while the database’s owner holds its lock', async () => {
  const { DATABASE_URL: _, ...settings } = await processSettings()
  const server = await startProcess(settings)
  onTestFinished(async () => void (await server.stop()))
  const { email, password } = ADMIN
  const login = await server.call('POST', '/api/auth/login', { email, password })
  const { token } = (await login.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const body = { email: 'ben@example.com' }
  const { status } = await server.call('POST', '/api/administrators', body, { authorization })
  expect(status).toBe(200)
})
