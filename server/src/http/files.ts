import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { syncToDisk } from '../files/store.ts'
import { DISK_FULL } from './disk-reserve.ts'
import { Refusal } from './errors.ts'

export interface ReceivedFile {
  fileName: string
  path: string
  size: number
  hash: string
}

/** The folder of files being received or read. The sweep of uploads removes those of dead processes. */
export const uploadsIn = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'uploads')

export const draftFile = (folder: string, ending: string) =>
  path.join(folder, `draft.${randomUUID()}${ending}`)

/** RFC 2046: 1 to 70 characters. The parser throws at 253, and an empty one would cut files. */
const FORM =
  /^multipart\/form-data\s*;\s*(charset=[^;"]*;\s*)?boundary=("[^"\\]{1,70}"|[^";,\s]{1,70})\s*(;|$)/i

/** Streams the one file of a form, if it has one, into a folder and hashes it. A refusal leaves nothing behind. */
export async function receiveForm(
  request: FastifyRequest,
  folder: string,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
) {
  if (!FORM.test(request.headers['content-type'] ?? ''))
    throw new Refusal(400, 'Please send the file as multipart/form-data.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limits = { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000 }
  const fields: Record<string, unknown> = {}
  let file: ReceivedFile | undefined
  try {
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else file = await keep(part, folder, tooLarge)
    }
    return { fields, file }
  } catch (error) {
    if (file) await rm(file.path, { force: true })
    throw inWords(error, tooLarge)
  }
}

async function keep(part: MultipartFile, folder: string, tooLarge: string): Promise<ReceivedFile> {
  const target = draftFile(folder, '.part')
  const hash = createHash('sha256')
  const written = createWriteStream(target, { mode: 0o600 })
  try {
    await pipeline(
      part.file,
      async function* (chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk as Buffer)
          yield chunk
        }
      },
      written,
    )
    if (part.file.truncated) throw new Refusal(413, tooLarge)
    await syncToDisk(target)
  } catch (error) {
    // A file that is still being opened would appear after its removal.
    if (!written.closed) await new Promise<void>((done) => written.once('close', () => done()))
    await rm(target, { force: true })
    throw error
  }
  const { bytesWritten: size } = written
  return { fileName: plainFileName(part.filename), path: target, size, hash: hash.digest('hex') }
}

function inWords(error: unknown, tooLarge: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(413, tooLarge)
  if (code === 'FST_FILES_LIMIT') return new Refusal(400, 'Please send one file at a time.')
  if (code === 'ENOSPC') return new Refusal(507, DISK_FULL)
  // An aborted upload; the parser's own errors have no code.
  if (
    code === 'ECONNRESET' ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /unexpected end of multipart/i.test(message)
  ) {
    return new Refusal(400, 'The upload was cut off.')
  }
  return error
}

const MAX_BYTES = 255

/** The sender's name without folders and control characters; shown, never used as a path. */
function plainFileName(sent: string): string {
  // Browsers escape these three in forms, but not the percent sign.
  const name = sent.replaceAll('%22', '"').replace(/%0D%0A|%0D|%0A/g, ' ')
  const last = withoutFolders(name)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, ' ').trim()
  return shortened(plain) || 'file'
}

/** Backslashes separate folders only in a Windows path. */
function withoutFolders(name: string): string {
  const isWindowsPath = /^([a-z]:)?\\/i.test(name)
  return name.split(isWindowsPath ? /[/\\]/ : '/').at(-1) ?? ''
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name
  const end = `…${/\.[^.]{1,16}$/.exec(name)?.[0] ?? ''}`
  const room = MAX_BYTES - Buffer.byteLength(end)
  return new TextDecoder().decode(Buffer.from(name).subarray(0, room), { stream: true }) + end
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
  any: 'application/octet-stream',
}

export const sendFile = (
  reply: FastifyReply,
  name: string,
  type: keyof typeof TYPES,
  content: AsyncIterable<unknown>,
) =>
  reply
    .header('content-disposition', contentDisposition(name, { type: 'attachment' }))
    .type(TYPES[type])
    .send(content instanceof Readable ? content : Readable.from(content))
