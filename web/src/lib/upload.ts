import type { Endpoint } from '@attest/contract/endpoint'
import * as calls from './call.ts'
import { timeLimit } from './time-limit.ts'

interface UploadOptions {
  params?: Record<string, unknown>
  signal: AbortSignal
  /** How long the server may take from the last byte to its reply. */
  answerMs: number
  onProgress: (percent: number) => void
}

/** Uses XMLHttpRequest, as fetch reports no progress of an upload. The time limit restarts with each byte sent. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { params, signal, answerMs, onProgress }: UploadOptions,
): Promise<calls.Reply<E> | calls.Accepted<E>> {
  await checkFiles(form)
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  const headers = calls.authorization()
  const limit = timeLimit(signal)
  request.open(endpoint.method, calls.addressOf(endpoint, { params }))
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  if (endpoint.accepted) request.setRequestHeader('prefer', 'respond-async')
  request.upload.onprogress = ({ loaded, total }) => {
    limit.renew()
    onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0)
  }
  request.upload.onload = () => limit.renew(answerMs)
  const answer = new Promise<calls.Reply<E> | calls.Accepted<E>>((resolve, reject) => {
    request.onload = () => {
      const { status, statusText, responseText: text } = request
      const taken = status >= 200 && status < 300
      const schema = status === 202 ? endpoint.accepted : endpoint.reply
      if (taken) resolve(check<E>(schema, text))
      else reject(calls.refusal({ status, statusText, text }, headers.authorization))
    }
    request.onerror = () => reject(calls.noAnswer(limit.signal.reason))
    request.onabort = request.onerror
  })
  request.onloadend = limit.end
  limit.signal.addEventListener('abort', () => request.abort())
  request.send(form)
  return answer
}

/** Browsers do not send a file that was saved again after it was chosen, and give no reason. */
async function checkFiles(form: FormData) {
  try {
    for (const value of form.values()) {
      if (value instanceof File) await value.slice(0, 1).arrayBuffer()
    }
  } catch {
    throw new calls.ShownError(
      'The file has been changed or moved since you chose it. Please choose it again.',
    )
  }
}

/** Async, as an error thrown in a listener would be lost. */
async function check<E extends Endpoint>(schema: Endpoint['reply'], text: string) {
  return calls.checkedReply(schema, text) as calls.Reply<E> | calls.Accepted<E>
}
