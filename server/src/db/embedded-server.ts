import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { claimSocket, type SocketAddress } from './claim-socket.ts'
import type { SyncFile } from './durable-fs.ts'
import { type EngineOptions, openEngine } from './engine.ts'
import { SharedSession } from './shared-session.ts'

export interface EmbeddedServerOptions extends EngineOptions {
  /** Absolute path; made if it is not there. The database lies in its folder `database`. */
  dataDir: string
}

export interface EmbeddedServer {
  address: SocketAddress
  /** Ends all connections, writes a checkpoint and lets go of the folder. */
  close(): Promise<void>
}

/**
 * Runs PGlite in this thread on the data folder and serves it on a Unix socket.
 * @throws Error with one line: another process has the folder open, or it cannot be opened
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const server = createServer()
  const connections = track(server)
  const address = await claimSocket(dataDir, server)
  try {
    const folder = path.join(dataDir, 'database')
    if (!existsSync(folder)) await createDatabase(folder, options)
    // Whatever a copy or a restored backup has made of it.
    chmodSync(folder, 0o700)
    const db = await openEngine(folder, options)
    new SharedSession(db).serve(server)
    return { address, close: () => shutDown(server, connections, db) }
  } catch (error) {
    server.close()
    throw error
  }
}

/**
 * Makes the database beside its place and renames it when all of it is on the disk, so a first start
 * that is killed half-way leaves nothing that looks like a database.
 */
async function createDatabase(folder: string, options: EngineOptions) {
  const beside = `${folder}.new`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { mode: 0o700 })
  const db = await openEngine(beside, options)
  await db.close()
  if (options.sync) syncTree(beside, options.sync)
  renameSync(beside, folder)
  if (options.sync) syncPath(path.dirname(folder), options.sync)
}

function syncTree(folder: string, sync: SyncFile) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inside, sync)
    else syncPath(inside, sync)
  }
  syncPath(folder, sync)
}

function syncPath(name: string, sync: SyncFile) {
  const fd = openSync(name, 'r')
  try {
    sync(fd)
  } finally {
    closeSync(fd)
  }
}

function track(server: Server): Set<Socket> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => connections.delete(socket))
  })
  return connections
}

async function shutDown(server: Server, connections: Set<Socket>, db: PGlite) {
  for (const socket of connections) socket.destroy()
  // Their last turns, which roll back what they left open.
  while (connections.size > 0) await setImmediate()
  await setImmediate()
  await db.close()
  // Last, because listening is the lock.
  await new Promise((resolve) => server.close(resolve))
}
