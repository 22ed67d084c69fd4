import { HEARTBEAT_MS } from '@attest/contract/dashboard'
import type { Endpoint } from '@attest/contract/endpoint'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { addressOf, authorization, refusalOf, unreadable } from './call.ts'
import { timeLimit } from './time-limit.ts'

/** Gives up a stream 10 s after a missed heartbeat (spec §9), as a dead connection reports no error. */
const SILENCE_MS = HEARTBEAT_MS + 10_000

/** EventSource cannot send the token, so fetch reads. Throws if it fails to open (CallError), breaks or is silent. */
export async function* readEvents<T>(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  { signal, onOpen }: { signal: AbortSignal; onOpen?: () => void },
): AsyncGenerator<T> {
  const limit = timeLimit(signal, SILENCE_MS)
  const heard = () => limit.renew(SILENCE_MS)
  try {
    const headers = authorization()
    const response = await fetch(addressOf(endpoint, { params }), { headers, signal: limit.signal })
    if (!response.ok || !response.body) throw await refusalOf(response, headers.authorization)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw unreadable()
    onOpen?.()
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: heard }))
      .getReader()
    for (let read = await events.read(); !read.done; read = await events.read()) {
      heard()
      yield JSON.parse(read.value.data) as T
    }
  } finally {
    limit.stop()
  }
}
