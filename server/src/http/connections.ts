import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './limits.ts'

/** With files and the database fewer than 4,096 descriptors. */
const MOST = 2_000
/** An office shares one address, and a browser opens up to six. */
export const MOST_OF_ONE = 500

/** Longest silence of a caller. The web gives up an upload after 15 seconds. */
const SOCKET_TIMEOUT_MS = 60_000

export const CALLER_TIMES = {
  requestTimeout: 30 * 60_000,
  /** Until the next request. Proxies end such a connection after 60 seconds. */
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000 },
}

interface Limits {
  /** Behind a proxy all connections are the proxy's, so only `most` applies. */
  trustProxy: boolean
  most?: number
}

/** Closes silent connections and, beyond the limits, the longest idle one. */
export function limitConnections(server: Server, limits: Limits): void {
  const connections = new Connections(limits)
  server.on('connection', (socket: Socket) => connections.add(socket))
  server.on('request', (_, response: ServerResponse) => connections.begin(response))
  // With a listener Node itself closes nothing.
  server.setTimeout(SOCKET_TIMEOUT_MS, (socket: Socket) => {
    if (connections.waitsForCaller(socket)) socket.destroy()
  })
}

interface Connection {
  network: string
  inFlight: ServerResponse | undefined
}

class Connections {
  readonly #limits: Limits
  /** Ordered by last use, the latest last. */
  readonly #open = new Map<Socket, Connection>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(socket: Socket): void {
    // Read at once, since a reset socket has no address.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const network = networkOf(socket.remoteAddress)
    this.#open.set(socket, { network, inFlight: undefined })
    socket.once('close', () => this.#open.delete(socket))
    const { trustProxy, most = MOST } = this.#limits
    if (!trustProxy) this.#closeIdle(MOST_OF_ONE, (each) => each.network === network)
    this.#closeIdle(most, () => true)
  }

  begin(response: ServerResponse): void {
    // From the request: a pipelined response has no socket yet.
    const { socket } = response.req
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.inFlight = response
    response.once('close', () => {
      if (connection.inFlight !== response) return
      connection.inFlight = undefined
      if (this.#open.delete(socket)) this.#open.set(socket, connection)
    })
  }

  /** A slow reply is not the caller's fault: an import, an event stream. */
  waitsForCaller(socket: Socket): boolean {
    const response = this.#open.get(socket)?.inFlight
    return !response?.req.complete || socket.writableLength > 0
  }

  /** Closes the longest idle of the counted connections, if they are more than `most`. */
  #closeIdle(most: number, counts: (connection: Connection) => boolean): void {
    if (this.#open.size <= most) return
    const group = [...this.#open].filter(([, connection]) => counts(connection))
    if (group.length <= most) return
    const [idle] = group.find(([, { inFlight }]) => !inFlight)!
    this.#open.delete(idle)
    idle.destroy()
  }
}
