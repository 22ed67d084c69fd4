import { inject } from 'vitest'
import { closePools, connect, type OpenDatabase } from '../server/src/db/open.ts'
import { restoreBaseline } from './baseline.ts'
import { copyTemplate } from './server-template.ts'

/** The worker's copy of the template, which the end of the run removes. */
let copy: Promise<OpenDatabase> | undefined

/** The migrated database, one for each worker. Its tests run one after the other. */
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
