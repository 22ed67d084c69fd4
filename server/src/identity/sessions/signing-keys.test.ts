import { expect, test } from 'vitest'
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
