import type { Endpoint } from '@attest/contract/endpoint'
import { EXPORT_WAIT_MS } from '@attest/contract/exports'
import { noAnswer, type Parts, request, unreadable } from './call.ts'
import { TIMEOUT_MS, type TimeLimit, timeLimit } from './time-limit.ts'
import { toast } from './toast.ts'
import { type Failure, toastFailure, useSingleMutation } from './use-action.ts'

interface Download {
  headers: Headers
  /** Rejects with a CallError if the rest does not arrive. */
  content: () => Promise<Blob>
}

/** Requests a file. The first byte must come within `waitMs`; then the time limit restarts with each byte. */
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

/** A gateway may send its own page instead of the file, or strip the file's name. */
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

export function saveFile(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the address later, within a minute.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function saveDownload({ headers, content }: Download, fallback: string) {
  const name = fileName(headers.get('content-disposition')) ?? fallback
  saveFile(name, await content())
  return name
}

/** `attachment; filename="clients.csv"`, or the encoded form of RFC 6266, which wins. */
function fileName(disposition: string | null) {
  const encoded = disposition?.match(/filename\*=(?:UTF-8'')([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded.trim())
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1]?.trim()
}

interface Outcome<Input> {
  /** The call that returns the file, and a name if the server gives none. */
  ask: (input: Input) => [endpoint: Endpoint, parts: Parts, name: string]
  saved: string
  /** Replaces the text 'Saved as' with the file's name. */
  text?: (name: string) => string
  failure: Failure
}

export const useSaveDownload = <Input>({ ask, saved, text = savedAs, failure }: Outcome<Input>) =>
  useSingleMutation({
    mutationFn: async (input: Input) => {
      const [endpoint, parts, name] = ask(input)
      return saveDownload(await download(endpoint, parts, EXPORT_WAIT_MS), name)
    },
    onSuccess: (name) => toast({ title: saved, text: text(name) }),
    onError: (error) => toastFailure(failure, error),
  })

const savedAs = (name: string) => `Saved as ${name}.`
