import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { freePort } from './start-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** Where Debian puts each version. */
const VERSIONS = '/usr/lib/postgresql'

export interface Cluster {
  /** A superuser's. */
  url: string
  /** fast: connections are ended and all is written; immediate: as in a crash. Resolves when it serves again. */
  restart(how: 'fast' | 'immediate'): Promise<void>
}

/** A PostgreSQL of the test's own, to be restarted at will; undefined where none is installed. */
export async function startCluster(): Promise<Cluster | undefined> {
  const bin = newestBin()
  if (!bin) return undefined
  const folder = temporaryFolder()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await run('chown', ['postgres', folder])
  const as = (program: string, ...args: string[]) => {
    const command = [path.join(bin, program), '-D', path.join(folder, 'data'), ...args]
    if (isRoot) command.unshift('runuser', '-u', 'postgres', '--')
    return run(command[0]!, command.slice(1))
  }
  await as('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8')
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`
  const log = path.join(folder, 'log')
  await as('pg_ctl', '-w', '-l', log, '-o', options, 'start')
  onTestFinished(async () => {
    await as('pg_ctl', '-m', 'immediate', 'stop')
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(how) {
      await as('pg_ctl', '-w', '-m', how, '-l', log, '-o', options, 'restart')
    },
  }
}

function newestBin(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const [newest] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))
  const bin = path.join(VERSIONS, newest ?? '', 'bin')
  return existsSync(path.join(bin, 'initdb')) ? bin : undefined
}
