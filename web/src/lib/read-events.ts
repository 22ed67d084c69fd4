import type { Endpoint } from '@attest/contract/endpoint'
import { addressOf, authorization, refusal } from './call.ts'

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
  const response = await fetch(addressOf(endpoint, { params }), {
    headers: { ...authorization(), accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) {
    throw refusal(endpoint, response.status, response.statusText, await response.text())
  }
  onOpen()
  let rest = ''
  // @ts-ignore
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.match(/^data: ?(.*)$/m)?.[1]
      if (data) yield JSON.parse(data) as T
    }
  }
}
