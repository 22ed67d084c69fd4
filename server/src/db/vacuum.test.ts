import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aClient } from '../testing/make.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { vacuumWorn } from './vacuum.ts'

test('a table of which much is dead is vacuumed, and then left alone', async () => {
  const { deps } = await startTestApp()
  await aClient(deps)
  await vacuumWorn(deps.db)
  for (let n = 0; n < 60; n++)
    await sql`update clients set has_changes = not has_changes`.execute(deps.db)
  // PostgreSQL counts a little later than it writes.
  await expect.poll(() => vacuumWorn(deps.db), { timeout: 10_000 }).toContain('clients')
  await expect.poll(() => vacuumWorn(deps.db), { timeout: 10_000 }).not.toContain('clients')
})
