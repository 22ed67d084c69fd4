import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './limits.ts'

/** With files and the database fewer than 4,096 descriptors. */
const MOST = 2_000
/** An office shares one address, and a browser opens up to six. */
export const MOST_OF_ONE = 500

/** Longest silence of a caller. The web gives up an upload after 15 seconds. */
const STALL_MS = 60_000

export const CALLER_TIMES = {
  requestTimeout: 30 * 60_000,
  /** Until the next request. Proxies end such a connection after 60 seconds. */
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000 },
}

interface Limits {
  /** Then all connections are the proxy's, and only `most` applies. */
  trustProxy: boolean
  most?: number
  mostOfOne?: number
}

/** Closes silent connections and, beyond the limits, the longest idle one. */
export function limitConnections(server: Server, limits: Limits): void {
  const connections = new Connections(limits)
  server.on('connection', (socket: Socket) => connections.add(socket))
  server.on('request', (_, response: ServerResponse) => connections.begin(response))
  // With a listener Node itself closes nothing.
  server.setTimeout(STALL_MS, (socket: Socket) => {
    if (connections.waitsForCaller(socket)) socket.destroy()
  })
}

class Connections {
  readonly #limits: Limits
  /** In all, and by network; the last used is last. */
  readonly #all = new Set<Socket>()
  readonly #networks = new Map<string, Set<Socket>>()
  readonly #inFlight = new WeakMap<Socket, ServerResponse>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(socket: Socket): void {
    // Read at once, since a reset socket has no address.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    socket.once('close', () => this.#leave(socket))
    this.#putLast(socket)
    const { trustProxy, most = MOST, mostOfOne = MOST_OF_ONE } = this.#limits
    if (!trustProxy) this.#closeIdle(this.#neighbours(socket), mostOfOne)
    this.#closeIdle(this.#all, most)
  }

  begin(response: ServerResponse): void {
    // From the request: a pipelined response has no socket yet.
    const { socket } = response.req
    this.#inFlight.set(socket, response)
    response.once('close', () => {
      if (this.#inFlight.get(socket) !== response) return
      this.#inFlight.delete(socket)
      if (this.#all.has(socket)) this.#putLast(socket)
    })
  }

  /** A slow reply is not the caller's fault: an import, an event stream. */
  waitsForCaller(socket: Socket): boolean {
    const response = this.#inFlight.get(socket)
    return !response?.req.complete || socket.writableLength > 0
  }

  #neighbours({ remoteAddress }: Socket): Set<Socket> {
    const network = networkOf(remoteAddress!)
    const neighbours = this.#networks.get(network) ?? new Set()
    this.#networks.set(network, neighbours)
    return neighbours
  }

  #putLast(socket: Socket): void {
    for (const group of [this.#all, this.#neighbours(socket)]) {
      group.delete(socket)
      group.add(socket)
    }
  }

  #leave(socket: Socket): void {
    const neighbours = this.#neighbours(socket)
    for (const group of [this.#all, neighbours]) group.delete(socket)
    if (neighbours.size === 0) this.#networks.delete(networkOf(socket.remoteAddress!))
  }

  #closeIdle(group: Set<Socket>, most: number): void {
    if (group.size <= most) return
    const idle = group.values().find((socket) => !this.#inFlight.has(socket))!
    this.#leave(idle)
    idle.destroy()
  }
}
