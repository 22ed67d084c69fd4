import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_IMPORT_BYTES } from '@attest/contract/imports'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../http/errors.ts'

export interface Upload {
  importId: string
  send: boolean
  fileName: string
  /** Where the bytes lie, safe on the disk. */
  path: string
  /** sha-256, hex. */
  hash: string
}

type ReceivedFile = Pick<Upload, 'fileName' | 'path' | 'hash'>

const Fields = z.object({
  importId: z.uuid('The import id must be a UUID.').default(randomUUID),
  send: z
    .enum(['true', 'false'], 'send must be true or false')
    .default('true')
    .transform((value) => value === 'true'),
})

const LIMITS = { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10, fieldSize: 1000 }

/**
 * Streams the file of a multipart request to a folder while hashing it.
 * @throws Refusal 400 or 413; then nothing is left behind
 */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  if (!request.isMultipart()) throw new Refusal(400, 'Please send the file as multipart/form-data.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fields: Record<string, unknown> = {}
  let file: ReceivedFile | undefined
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else file = await keep(part, folder)
    }
    if (!file) throw new Refusal(400, 'Please select a file to import.')
    const parsed = Fields.safeParse(fields)
    if (!parsed.success) throw new Refusal(400, parsed.error.issues[0]!.message)
    return { ...parsed.data, ...file }
  } catch (error) {
    if (file) await rm(file.path, { force: true })
    throw inWords(error)
  }
}

async function keep(
  part: { filename: string; file: NodeJS.ReadableStream & { truncated: boolean } },
  folder: string,
): Promise<ReceivedFile> {
  // The name is shown, never used as a path.
  const fileName = path.basename(part.filename).slice(-200)
  const target = path.join(folder, `${randomUUID()}.part`)
  const hash = createHash('sha256')
  try {
    await pipeline(
      part.file,
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk as Buffer)
          yield chunk
        }
      },
      createWriteStream(target, { mode: 0o600 }),
    )
    if (part.file.truncated) throw new Refusal(413, 'The file is larger than 10 MB.')
    const handle = await open(target, 'r')
    await handle.sync()
    await handle.close()
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
  return { fileName, path: target, hash: hash.digest('hex') }
}

function inWords(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(413, 'The file is larger than 10 MB.')
  if (code === 'FST_FILES_LIMIT') return new Refusal(400, 'Please send one file at a time.')
  if (code === 'ENOSPC') return new Refusal(507, 'The server’s disk is full. Nothing was imported.')
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new Refusal(400, 'The upload was cut off.')
  return error
}
