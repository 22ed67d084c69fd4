import type { Server } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Refusal } from './errors.ts'

export interface EventStream {
  send(event: object): void
  end(): void
  /** Aborts when the reader leaves or the server closes. */
  gone: AbortSignal
}

/** The limit of one session, with live dashboards and imports together. */
const MOST_OPEN = 5

const openStreams = new Map<EventStream, { server: Server; sessionId: string }>()
const closing = new WeakSet<Server>()

/** Takes over the reply as text/event-stream. The stream may be gone from the start. */
export function eventStream(reply: FastifyReply): EventStream {
  const { server } = reply.server
  const { sessionId } = reply.request.admin
  demandRoom(sessionId)
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  const gone = new AbortController()
  const { raw } = reply
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A kept connection would delay a server that closes.
    connection: 'close',
  })
  raw.flushHeaders()
  const stream: EventStream = {
    send: (event) => raw.write(`data: ${JSON.stringify(event)}\n\n`),
    end: () => {
      leave()
      raw.end()
    },
    gone: gone.signal,
  }
  openStreams.set(stream, { server, sessionId })
  const leave = () => {
    openStreams.delete(stream)
    gone.abort()
  }
  raw.on('close', leave)
  if (raw.destroyed) leave()
  else if (closing.has(server)) stream.end()
  return stream
}

function demandRoom(sessionId: string): void {
  const open = openStreams.values().filter((each) => each.sessionId === sessionId)
  if ([...open].length < MOST_OPEN) return
  throw new Refusal(
    429,
    `${MOST_OPEN} live views are open in this session. Please close one first.`,
  )
}

/** Runs at preClose, since an open stream would keep the server from closing. */
export function endEventStreams(server: Server): void {
  closing.add(server)
  for (const [stream, open] of openStreams) if (open.server === server) stream.end()
}
