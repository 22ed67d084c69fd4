import { inject } from 'vitest'
import { closePools, connect, type OpenDatabase } from '../server/src/db/open.ts'
import { restoreBaseline } from './baseline.ts'
import { copyTemplate } from './server-template.ts'

/** The worker's copy of the template. The end of the run removes it. */
let copy: Promise<OpenDatabase> | undefined

/** The migrated database. A worker has one, so its tests take turns. */
export async function testDatabase(): Promise<OpenDatabase> {
  copy ??= openCopy()
  const database = await copy
  await restoreBaseline(database.bulkDb)
  return database
}

async function openCopy(): Promise<OpenDatabase> {
  const { url, name } = inject('testTemplate')
  const pools = connect({ connectionString: await copyTemplate(url, name) })
  return { ...pools, failed: new Promise(() => {}), close: () => closePools(pools) }
}
