import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './start-process.ts'

const run = promisify(execFile)

/** Debian's folder for all versions. */
const VERSIONS = '/usr/lib/postgresql'

export interface Cluster {
  url: string
  /** fast: ends connections and writes all data. immediate: like a crash. Resolves when it serves again. */
  restart(how: 'fast' | 'immediate'): Promise<void>
  close(): Promise<void>
}

/** Starts Debian's PostgreSQL in an empty folder. A test can restart it. */
export async function startCluster(folder: string): Promise<Cluster> {
  const bin = newestBin()
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
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300`
  const log = path.join(folder, 'log')
  await as('pg_ctl', '-w', '-l', log, '-o', options, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart(how) {
      await as('pg_ctl', '-w', '-m', how, '-l', log, '-o', options, 'restart')
    },
    async close() {
      await as('pg_ctl', '-m', 'immediate', 'stop')
    },
  }
}

function newestBin(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const [newest = ''] = versions.sort((a, b) => Number(b) - Number(a))
  const bin = path.join(VERSIONS, newest, 'bin')
  if (existsSync(path.join(bin, 'initdb'))) return bin
  throw new Error("Debian's PostgreSQL is not installed here: apt-get install postgresql")
}
