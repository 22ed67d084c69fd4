import type { Server } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  send(event: object): void
  end(): void
  /** Aborts when the reader has gone or the server closes. */
  gone: AbortSignal
}

const openStreams = new WeakMap<Server, Set<EventStream>>()
/** Servers whose streams were ended. */
const closing = new WeakSet<Server>()

/**
 * Takes the reply over as text/event-stream: one `data:` line of JSON an event. The stream may be gone from the
 * start: its reader has left, or the server closes, since the call came in.
 */
export function eventStream(reply: FastifyReply): EventStream {
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  const gone = new AbortController()
  const { raw } = reply
  const { server } = reply.server
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // Kept for another call it would hold up a server that closes.
    connection: 'close',
  })
  raw.flushHeaders()
  const stream: EventStream = {
    send: (event) => raw.write(`data: ${JSON.stringify(event)}\n\n`),
    end: () => {
      // At once: to write behind the end is an error.
      gone.abort()
      raw.end()
    },
    gone: gone.signal,
  }
  const streams = openStreams.get(server) ?? new Set()
  openStreams.set(server, streams.add(stream))
  const leave = () => {
    streams.delete(stream)
    gone.abort()
  }
  raw.on('close', leave)
  // Then that event is over, and does not come again.
  if (raw.destroyed) leave()
  else if (closing.has(server)) stream.end()
  return stream
}

/** For the app's preClose: a stream left open, or opened later, would keep the server from closing. */
export function endEventStreams(server: Server): void {
  closing.add(server)
  for (const stream of openStreams.get(server) ?? []) stream.end()
}
