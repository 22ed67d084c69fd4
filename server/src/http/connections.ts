import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './limits.ts'

/** Together with files and the database, fewer than 4,096 descriptors. */
const MOST = 2_000
/** For one address, which a whole office may share. A browser opens up to six. */
export const MOST_OF_ONE = 500

/** The longest silence of a caller. The web gives up an upload after 15 seconds. */
const SOCKET_TIMEOUT_MS = 60_000

export const CALLER_TIMES = {
  requestTimeout: 30 * 60_000,
  /** The time until the next request. Proxies end such a connection after 60 seconds. */
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 30_000, connectionsCheckingInterval: 1_000 },
}

interface Limits {
  /** Behind a proxy all connections are the proxy's, so only `most` applies. */
  trustProxy: boolean
  most?: number
}

interface Connection {
  network: string
  inFlight: ServerResponse | undefined
}

/** Ordered by last use, the latest last. */
type Open = Map<Socket, Connection>

/** Closes silent connections and, beyond the limits, the longest idle one. */
export function limitConnections(server: Server, { trustProxy, most = MOST }: Limits): void {
  const open: Open = new Map()
  server.on('connection', (socket: Socket) => {
    // Read at once, since a reset socket has no address.
    if (socket.remoteAddress === undefined) return void socket.destroy()
    const network = networkOf(socket.remoteAddress)
    open.set(socket, { network, inFlight: undefined })
    socket.once('close', () => open.delete(socket))
    if (!trustProxy) closeIdle(open, MOST_OF_ONE, (each) => each.network === network)
    closeIdle(open, most, () => true)
  })
  server.on('request', (_, response: ServerResponse) => begin(open, response))
  // Node closes no socket itself once there is a listener.
  server.setTimeout(SOCKET_TIMEOUT_MS, (socket: Socket) => {
    const response = open.get(socket)?.inFlight
    // A slow reply is not the caller's fault: an import, an event stream.
    if (!response?.req.complete || socket.writableLength > 0) socket.destroy()
  })
}

function begin(open: Open, response: ServerResponse): void {
  // An exported file adds a dozen, which is no leak.
  response.setMaxListeners(30)
  // Taken from the request, since a pipelined response has no socket yet.
  const { socket } = response.req
  const connection = open.get(socket)
  if (!connection) return
  connection.inFlight = response
  response.once('close', () => {
    if (connection.inFlight !== response) return
    connection.inFlight = undefined
    if (open.delete(socket)) open.set(socket, connection)
  })
}

/** Closes the longest idle of the counted connections, if they are more than `most`. */
function closeIdle(open: Open, most: number, counts: (connection: Connection) => boolean): void {
  if (open.size <= most) return
  const group = [...open].filter(([, connection]) => counts(connection))
  if (group.length <= most) return
  const [idle] = group.find(([, { inFlight }]) => !inFlight)!
  open.delete(idle)
  idle.destroy()
}
