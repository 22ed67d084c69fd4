import type { Server } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  send(event: object): void
  end(): void
  /** Aborts when the reader has gone or the server closes. */
  gone: AbortSignal
}

const openStreams = new WeakMap<Server, Set<EventStream>>()

/** Takes the reply over as text/event-stream: one `data:` line of JSON an event. */
export function eventStream(reply: FastifyReply): EventStream {
  const headers = reply.getHeaders() as Record<string, string>
  reply.hijack()
  const gone = new AbortController()
  const { raw } = reply
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
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
  const streams = openStreams.get(reply.server.server) ?? new Set()
  openStreams.set(reply.server.server, streams.add(stream))
  raw.on('close', () => {
    streams.delete(stream)
    gone.abort()
  })
  return stream
}

/** For the app's preClose: a stream left open would keep the server from closing. */
export function endEventStreams(server: Server): void {
  for (const stream of openStreams.get(server) ?? []) stream.end()
}
