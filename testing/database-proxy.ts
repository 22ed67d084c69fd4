import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface DatabaseProxy {
  url: string
  /** Forwards nothing more and closes nothing. New connections are silent, too. */
  silence(): void
  /** Imitates a failover: open connections stay silent, new ones reach the database. */
  failOver(): void
  /** Breaks all connections and refuses new ones. */
  refuse(): void
  recover(): void
}

type Pair = [client: Socket, database: Socket]

/** A proxy between the product and a database, over TCP or by a socket in `?host=`. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const open = new Set<Pair>()
  const muted = new Set<Pair>()
  let state: 'passing' | 'silent' | 'refusing' = 'passing'
  const mute = (pairs: Iterable<Pair>) => {
    for (const pair of pairs) {
      muted.add(pair)
      for (const socket of pair) socket.unpipe().pause()
    }
  }
  const server = createServer((client) => {
    if (state === 'refusing') return void client.resetAndDestroy()
    const pair: Pair = [client, connectTo(databaseUrl)]
    open.add(pair)
    client.on('close', () => open.delete(pair))
    join(pair)
    if (state === 'silent') mute([pair])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    end(open)
    server.close()
  })
  return {
    url: withAddress(databaseUrl, server.address() as AddressInfo),
    silence() {
      state = 'silent'
      mute(open)
    },
    failOver: () => mute(open),
    refuse() {
      state = 'refusing'
      end(open)
    },
    recover() {
      state = 'passing'
      end(muted)
    },
  }
}

function connectTo(databaseUrl: string): Socket {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder ? connect(`${folder}/.s.PGSQL.${port || 5432}`) : connect(Number(port), hostname)
}

function withAddress(databaseUrl: string, { port }: AddressInfo): string {
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${port}`
  return through.href
}

function join([client, database]: Pair): void {
  client.on('error', () => {}).on('close', () => database.destroy())
  database.on('error', () => {}).on('close', () => client.destroy())
  client.pipe(database)
  database.pipe(client)
}

const end = (pairs: Iterable<Pair>) => {
  for (const [client] of pairs) client.resetAndDestroy()
}
