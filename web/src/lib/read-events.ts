import { HEARTBEAT_MS } from '@attest/contract/dashboard'
import type { Endpoint } from '@attest/contract/endpoint'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { addressOf, authorization, refusalOf, unreadable } from './call.ts'

/** Silence beyond the heartbeat before a stream is given up (spec §9): a dead line sends no error. */
const PATIENCE_MS = 10_000

/**
 * Yields a stream's events until it ends or `signal` aborts. By fetch: EventSource cannot send the bearer token. Throws
 * if the stream cannot be opened (a CallError), breaks or falls silent.
 */
export async function* readEvents<T>(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  { signal, onOpen }: { signal: AbortSignal; onOpen?: () => void },
): AsyncGenerator<T> {
  const line = watchLine(signal)
  try {
    const headers = authorization()
    const response = await fetch(addressOf(endpoint, { params }), { headers, signal: line.signal })
    if (!response.ok || !response.body) throw await refusalOf(response, headers.authorization)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw unreadable()
    onOpen?.()
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: line.heard }))
      .getReader()
    for (let read = await events.read(); !read.done; read = await events.read()) {
      line.heard()
      yield JSON.parse(read.value.data) as T
    }
  } finally {
    line.end()
  }
}

/** Aborts when `outer` does, and when nothing is heard for too long. */
function watchLine(outer: AbortSignal) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(abort, HEARTBEAT_MS + PATIENCE_MS)
  }
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort)
  heard()
  return {
    signal: controller.signal,
    heard,
    end() {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
      abort()
    },
  }
}
