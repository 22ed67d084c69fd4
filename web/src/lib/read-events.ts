import type { Endpoint } from '@attest/contract/endpoint'
import { addressOf, authorization, refusalOf } from './call.ts'

/**
 * Reads an event stream, one parsed `data:` line after the other, until it ends or `signal` aborts.
 * By fetch and not by EventSource, which cannot send the bearer token. Throws if the stream cannot be
 * opened (a CallError) or breaks off.
 */
export async function* readEvents<T>(
  endpoint: Endpoint,
  params: Record<string, unknown>,
  { signal, onOpen }: { signal: AbortSignal; onOpen: () => void },
): AsyncGenerator<T> {
  const headers = authorization()
  const response = await fetch(addressOf(endpoint, { params }), { headers, signal })
  if (!response.ok || !response.body) throw await refusalOf(response, headers.authorization)
  onOpen()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (rest + read.value).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.match(/^data: ?(.*)$/m)?.[1]
      if (data) yield JSON.parse(data) as T
    }
  }
}
