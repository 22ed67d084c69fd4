import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Where a PostgreSQL client finds the server: the socket is `<host>/.s.PGSQL.<port>`. */
export interface SocketAddress {
  host: string
  port: number
}

const NAME = '.s.PGSQL.'
/** The system's limit is 104 (macOS) or 108 (Linux), with room for a number of several digits. */
const LONGEST_PATH = 100

/**
 * Makes the server listen on a socket that belongs to the data folder. The listening socket is the
 * lock that keeps a second process out: it ends with its process, however that ends.
 *
 * A dead owner's socket stays as a file that refuses connections. Removing it and listening in its
 * place would let two starters remove each other's. So the next owner takes the next number, which
 * only one can bind, looks once more whether anybody is alive, and only then removes older files.
 *
 * @throws Error with one clear line when another process has the folder open
 */
export async function claimSocket(dataDir: string, server: Server): Promise<SocketAddress> {
  const host = socketFolder(dataDir)
  for (;;) {
    const before = await findSockets(host)
    if (before.alive) {
      throw new Error(`Another process has the data folder ${dataDir} open. Stop it first.`)
    }
    const port = Math.max(0, ...before.dead) + 1
    if (!(await bind(server, path.join(host, `${NAME}${port}`)))) continue
    const after = await findSockets(host, port)
    if (!after.alive) {
      for (const old of after.dead) rmSync(path.join(host, `${NAME}${old}`), { force: true })
      return { host, port }
    }
    // Two starters saw each other. Both step back; the first to return finds the place free.
    await new Promise((resolve) => server.close(resolve))
    await setTimeout(50 + Math.random() * 200)
  }
}

/** The socket of the process that has the data folder open, if there is one. */
export async function findOwner(dataDir: string): Promise<SocketAddress | undefined> {
  const host = socketFolder(dataDir)
  const { alive } = await findSockets(host)
  return alive ? { host, port: alive } : undefined
}

/** A folder only we can enter: inside the data folder, or in the temp folder if its path is long. */
function socketFolder(dataDir: string): string {
  const inside = path.join(dataDir, 'socket')
  const fits = Buffer.byteLength(path.join(inside, `${NAME}00000`)) <= LONGEST_PATH
  const folder = fits ? inside : path.join(tmpdir(), `attest-${hashOf(realpathSync(dataDir))}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The temp folder is everyone's: somebody may have been there first.
  if (!fits && lstatSync(folder).uid !== process.getuid?.()) {
    throw new Error(`The folder ${folder} belongs to somebody else. Remove it, or set TMPDIR.`)
  }
  chmodSync(folder, 0o700)
  return folder
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The numbers of the dead sockets in the folder, and that of one that is not ours and alive. */
async function findSockets(host: string, ours?: number) {
  const numbers = readdirSync(host)
    .filter((name) => name.startsWith(NAME))
    .map((name) => Number(name.slice(NAME.length)))
    .filter((number) => Number.isInteger(number) && number !== ours)
  const dead: number[] = []
  let alive: number | undefined
  for (const number of numbers) {
    if (await answers(path.join(host, `${NAME}${number}`))) alive = number
    else dead.push(number)
  }
  return { dead, alive }
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socketPath)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    // A full queue or a missing permission means alive; only these two mean dead.
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    )
  })
}

/** False when another process has just bound it. */
function bind(server: Server, socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', onError)
    server.listen(socketPath, () => {
      server.off('error', onError)
      resolve(true)
    })
  })
}
