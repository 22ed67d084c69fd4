import { HEARTBEAT_MS } from '@attest/contract/dashboard'
import type { Endpoint } from '@attest/contract/endpoint'
import { addressOf, authorization, refusalOf, unreadable } from './call.ts'

/** Silence beyond the heartbeat after which a stream is given up (spec §9): a dead line does not say so. */
const PATIENCE_MS = 10_000

/**
 * Reads an event stream, one parsed `data:` line after the other, until it ends or `signal` aborts.
 * By fetch and not by EventSource, which cannot send the bearer token. Throws if the stream cannot be
 * opened (a CallError), breaks off or falls silent.
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
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      line.heard()
      const events = (rest + read.value).split(/\r?\n\r?\n/)
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = event.match(/^data: ?(.*)$/m)?.[1]
        if (data) yield JSON.parse(data) as T
      }
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
