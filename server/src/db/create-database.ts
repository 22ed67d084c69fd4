import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PROJECT } from '../project.ts'
import type { RunAs } from './programs.ts'

const run = promisify(execFile)

/** An empty database, made by scripts/setup.mjs. Copying it takes half a second less than initdb. */
export const EMPTY = path.join(PROJECT, 'node_modules/.cache/attest-database')

/** Builds the folder beside its place and renames it, so that a killed first start leaves no half database. */
export async function createDatabase(folder: string, bin: string, as: RunAs): Promise<void> {
  const beside = `${folder}.new-${randomUUID()}`
  try {
    // We cannot see a copy that another user made.
    if (existsSync(path.join(EMPTY, 'PG_VERSION'))) await copy(EMPTY, beside, bin, as)
    else await initialize(beside, bin, as)
    await rename(beside, folder).catch((error) => {
      // Another process may have been faster.
      if (!existsSync(folder)) throw error
    })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const reason = reasonIn(stderr.split('\n')) || message
    throw new Error(`The database in ${folder} cannot be made: ${reason}`)
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** Syncs the whole file system, which is faster than 1,000 single files. Only Linux can. */
const SYNC = ['--sync-only', ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : [])]

async function copy(from: string, to: string, bin: string, { before }: RunAs): Promise<void> {
  cpSync(from, to, { recursive: true })
  // Every user may read a release's empty database, but nobody else this one.
  await run('chmod', ['-R', 'go=', to])
  const [program = '', ...args] = [...before, path.join(bin, 'initdb'), ...SYNC, '-D', to]
  await run(program, args)
}

async function initialize(folder: string, bin: string, { before }: RunAs): Promise<void> {
  const initdb = [path.join(bin, 'initdb'), '-D', folder, '-U', 'postgres', '-A', 'trust']
  const locale = ['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=und', '--no-locale']
  const [program = '', ...args] = [...before, ...initdb, ...locale]
  await run(program, args)
}

export const reasonIn = (log: string[]): string => {
  const line = log.findLast((text) => /(PANIC|FATAL|error): /.test(text)) ?? log.at(-1) ?? ''
  return line.replace(/^.*?(PANIC|FATAL|error): +/, '')
}
