import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { addressOf, connect } from '../db/open.ts'
import { saveBaseline } from './baseline.ts'
import type { TestTemplate } from './global-setup.ts'
import { scratch } from './scratch.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export async function makeEmbeddedTemplate(emptyDataFolder: string) {
  const copies = await mkdtemp(path.join(scratch(), 'attest-test-'))
  const dataDir = path.join(copies, 'template')
  cpSync(emptyDataFolder, dataDir, { recursive: true })
  const embedded = await startEmbedded({ dataDir, durable: false })
  const db = connect(addressOf(embedded))
  await migrate(db)
  await saveBaseline(db)
  await db.destroy()
  await embedded.close()
  const template: TestTemplate = { kind: 'embedded', dataDir, copies }
  return { template, remove: () => rm(copies, { recursive: true, force: true }) }
}

/** Makes an empty database of this PGlite, some 2 s, and keeps it for later runs. */
export async function keepEmptyDatabase(): Promise<string> {
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'server/package.json'), 'utf8'))
  const name = `attest-pglite-${dependencies['@electric-sql/pglite']}`
  const kept = path.join(ROOT, 'node_modules/.cache', name)
  if (existsSync(kept)) return kept
  // Beside, then renamed: two runs may do this at once.
  const dataDir = `${kept}-${process.pid}`
  await (await startEmbedded({ dataDir, durable: false })).close()
  // PostgreSQL's own template databases, two thirds of the files to copy for every test file.
  for (const oid of [1, 4]) rmSync(path.join(dataDir, `database/base/${oid}`), { recursive: true })
  if (existsSync(kept)) rmSync(dataDir, { recursive: true })
  else renameSync(dataDir, kept)
  return kept
}
