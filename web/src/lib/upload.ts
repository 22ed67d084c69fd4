import type { Endpoint } from '@attest/contract/endpoint'
import { type Accepted, addressOf, authorization, CallError, refusal, TIMEOUT_MS } from './call.ts'

interface UploadOptions {
  signal: AbortSignal
  /** The part of the bytes that has left, in whole percent. */
  onProgress: (percent: number) => void
}

/**
 * Sends a form and resolves to the 202's JSON. By XMLHttpRequest, for fetch does not tell how far an
 * upload has come. The time limit holds only while no byte moves: lines may be slow.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<Accepted<E>> {
  const request = new XMLHttpRequest()
  const headers = authorization()
  const { promise, resolve, reject } = Promise.withResolvers<Accepted<E>>()
  let limit: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(limit)
    limit = setTimeout(() => request.abort(), TIMEOUT_MS)
  }
  request.open(endpoint.method, addressOf(endpoint))
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.setRequestHeader('prefer', 'respond-async')
  request.upload.onprogress = ({ loaded, total }) => {
    moved()
    onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0)
  }
  request.onload = () => {
    const { status, statusText, responseText: text } = request
    if (status >= 200 && status < 300) resolve(JSON.parse(text))
    else reject(refusal({ status, statusText, text }, headers.authorization))
  }
  request.onerror = () => reject(new CallError(0, 'No connection.'))
  request.onabort = () => reject(new CallError(0, 'The server took too long.'))
  request.onloadend = () => clearTimeout(limit)
  signal.addEventListener('abort', () => request.abort())
  moved()
  request.send(form)
  return promise
}
