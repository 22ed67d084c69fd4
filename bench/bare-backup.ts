import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { to } from 'pg-copy-streams'
import { readTables } from '../server/src/backup/tables.ts'
import { openDatabase } from '../server/src/db/open.ts'

/** The yardstick of a backup: COPY of each table, then `tar`. */
const [, , dataDir = '', folder = ''] = process.argv
const tables = path.join(folder, 'tables')
await mkdir(tables, { recursive: true })
const database = await openDatabase({ dataDir }).opened
const client = await database.openClient()
for (const { name } of await readTables(client)) {
  const rows = client.query(to(`copy "${name}" to stdout`))
  await pipeline(rows, createWriteStream(path.join(tables, name), { flush: true }))
}
await client.end()
const from = ['-C', folder, 'tables', '-C', dataDir, 'files']
await promisify(execFile)('tar', ['-cf', path.join(folder, 'bare.tar'), ...from])
await promisify(execFile)('sync', [path.join(folder, 'bare.tar')])
await database.close()
