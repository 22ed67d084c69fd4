import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../../../testing/start-test-app.ts'
import { ConfigError } from '../../check-settings.ts'
import { assemble } from '../../open-server.ts'

test('a start with another secret key is refused in one line', async () => {
  const { config, deps } = await startTestApp()
  const other = { ...config, SECRET_KEY: 'another key that is only used in tests' }
  const words = new ConfigError(
    'SECRET_KEY is not the one this database was made with (or the secret-key file in DATA_DIR was lost).',
  )
  await expect(assemble(other, deps.log, deps)).rejects.toThrow(words)
})

test('a start makes a new signing key only after 90 days', async () => {
  const { config, deps } = await startTestApp()
  const keysOn = async (days: number) => {
    const at = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    const { app, deps: later } = await assemble(config, deps.log, deps, { now: () => at })
    onTestFinished(() => app.close())
    return later.tokens.publicKeys(at)
  }
  expect(await keysOn(89)).toHaveLength(1)
  expect(await keysOn(91)).toHaveLength(2)
})
