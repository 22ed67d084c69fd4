import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { launch } from '../server/src/db/launch.ts'
import { startCluster } from './own-cluster.ts'
import { scratch } from './scratch.ts'

/** Starts a PostgreSQL for the whole run, in memory if possible. The URL is a superuser's. */
export async function startDatabaseServer({ debian = false } = {}) {
  const folder = await mkdtemp(path.join(scratch(), 'attest-test-'))
  const { url, close } = debian ? await startCluster(folder) : await startOwn(folder)
  return {
    url,
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startOwn(folder: string) {
  const settings = { fsync: 'off', autovacuum: 'off', max_connections: 300 }
  const { address, close } = await launch(folder, { settings })
  return { url: `postgres://postgres@localhost/postgres?host=${address.host}`, close }
}
