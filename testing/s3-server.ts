import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const BUCKET = 'files'
const KEY = 'KEY/ID'
/** Small, so that a listing needs several pages. */
const PAGE = 2

interface Kept {
  bytes: Buffer
  at: Date
}

/** A bucket on loopback that speaks the part of S3 that a store needs. */
export async function startS3Server() {
  const objects = new Map<string, Kept>()
  let silent = false
  const server = createServer((request, response) => {
    if (!silent) void answer(objects, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  onTestFinished(async () => void (await close()))
  const url = `s3+http://${encodeURIComponent(KEY)}:secret@127.0.0.1:${port}/${BUCKET}?region=eu-west-1`
  /** From now on, accepts requests without answering them. */
  const fallSilent = () => {
    silent = true
  }
  return { url, close, fallSilent }
}

async function answer(
  objects: Map<string, Kept>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length))
  const kept = objects.get(key)
  const body = await buffer(request)
  const signed = request.headers.authorization?.includes(`Credential=${KEY}/`)
  if (!signed) return fail(response, 403, 'AccessDenied')
  if (!pathname.startsWith(`/${BUCKET}`)) return fail(response, 404, 'NoSuchBucket')
  if (key === '') return response.end(listing(objects, searchParams))
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, at: new Date() })
    return response.setHeader('etag', '"x"').end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (!kept) return fail(response, 404, 'NoSuchKey')
  response
    .setHeader('content-length', kept.bytes.length)
    .setHeader('last-modified', kept.at.toUTCString())
  return response.end(request.method === 'HEAD' ? undefined : kept.bytes)
}

const fail = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

function listing(objects: Map<string, Kept>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].sort().filter((key) => key > after)
  const contents = keys.slice(0, PAGE).map((key) => {
    const { bytes, at } = objects.get(key)!
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
  })
  const more = keys.length > PAGE
  const next = more ? `<NextContinuationToken>${keys[PAGE - 1]}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}
