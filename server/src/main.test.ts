import { once } from 'node:events'
import { createServer } from 'node:net'
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
