import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { startEmbedded } from '../db/embedded.ts'
import { addressOf, connect, type OpenDatabase } from '../db/open.ts'
import { restoreBaseline } from './baseline.ts'
import type { TestTemplate } from './global-setup.ts'
import { copyTemplate } from './server-template.ts'

/** A copy of the migrated template; opening it makes a new pool. */
type Copy = () => OpenDatabase

/** Copies whose test has ended, for the next test of this file. The end of the run removes them. */
const idle: Copy[] = []

/**
 * A migrated database of one's own until `close()`. The first of a file takes some 0.4 s, later ones
 * 0.05 s, so a test need not share.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const copy = idle.pop()
  if (!copy) return lend(await makeCopy(inject('testTemplate')))
  const opened = copy()
  try {
    await restoreBaseline(opened.db)
    return lend(copy, opened)
  } catch {
    // A test has altered the tables themselves: that copy is used up.
    await opened.close()
    return openTestDatabase()
  }
}

function lend(copy: Copy, opened = copy()): OpenDatabase {
  const close = async () => {
    await opened.close()
    idle.push(copy)
  }
  return { ...opened, close }
}

async function makeCopy(template: TestTemplate): Promise<Copy> {
  return template.kind === 'embedded' ? copyFolder(template) : copyOnServer(template)
}

async function copyFolder(template: TestTemplate & { kind: 'embedded' }): Promise<Copy> {
  const dataDir = mkdtempSync(path.join(template.copies, 'copy-'))
  // Hundreds of small files: the asynchronous copy takes five times as long.
  cpSync(template.dataDir, dataDir, { recursive: true })
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const embedded = await startEmbedded({ dataDir, durable: false })
  return () => poolOn(addressOf(embedded), true)
}

async function copyOnServer({ url, name }: TestTemplate & { kind: 'server' }): Promise<Copy> {
  const connectionString = await copyTemplate(url, name)
  return () => poolOn({ connectionString }, false)
}

function poolOn(target: Parameters<typeof connect>[0], embedded: boolean): OpenDatabase {
  const db = connect(target)
  return { db, embedded, failed: new Promise(() => {}), close: () => db.destroy() }
}
