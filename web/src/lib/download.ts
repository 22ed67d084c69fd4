import type { Endpoint } from '@attest/contract/endpoint'
import { noAnswer, type Parts, request, unreadable } from './call.ts'
import { TIMEOUT_MS, type TimeLimit, timeLimit } from './time-limit.ts'

export interface Download {
  headers: Headers
  /** Rejects with a CallError if the rest does not arrive. */
  content: () => Promise<Blob>
}

/** Requests a file. Its first byte must come within `waitMs`; after that, the time limit restarts with each byte. */
export async function download(
  endpoint: Endpoint,
  parts: Parts,
  waitMs = TIMEOUT_MS,
): Promise<Download> {
  const limit = timeLimit(undefined, waitMs)
  const answer = await request(endpoint, parts, { limit })
  if (!isFile(answer.headers)) {
    limit.end()
    void answer.body?.cancel()
    throw unreadable()
  }
  return { headers: answer.headers, content: () => contentOf(answer, limit) }
}

/** A gateway may answer with a page of its own; some strip the file's name. */
const isFile = (headers: Headers) =>
  headers.get('content-disposition')?.startsWith('attachment') ||
  !/html|json/.test(headers.get('content-type') ?? '')

async function contentOf({ body, headers }: Response, limit: TimeLimit) {
  const chunks: BlobPart[] = []
  const reader = body!.getReader()
  try {
    for (;;) {
      limit.renew()
      const { done, value } = await reader.read()
      if (done) return new Blob(chunks, { type: headers.get('content-type') ?? '' })
      chunks.push(value)
    }
  } catch (error) {
    throw noAnswer(error, 'The download broke off. Please try again.')
  } finally {
    limit.end()
  }
}
