import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { MAX_IMPORT_BYTES } from '@attest/contract/imports'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { InvalidInput, Refusal } from '../http/errors.ts'
import { type ReceivedFile, receiveFields, receiveForm } from '../http/receive-file.ts'

const Fields = z.object({
  // Some programs write UUIDs in upper case; this one also names the file.
  importId: z.uuid('The import id must be a UUID.').toLowerCase().default(randomUUID),
  send: z
    .enum(['true', 'false'], 'send must be true or false')
    .default('true')
    .transform((value) => value === 'true'),
  roundId: z.coerce.number('roundId must be a number').int().positive().optional(),
  previewId: z.uuid('The preview id must be a UUID.').toLowerCase().optional(),
})
export type ImportFields = z.output<typeof Fields>

const LIMITS = { maxBytes: MAX_IMPORT_BYTES, tooLarge: 'The file is larger than 10 MB.' }
const NO_FILE = 'Please select a file to import.'

export const receiveSheet = (request: FastifyRequest, folder: string) =>
  receiveForm(request, folder, { ...LIMITS, noFile: NO_FILE })

/** The file of an import, or the preview that stands for it. */
export type Upload = ImportFields & { file: ReceivedFile | undefined }

/** @throws Refusal 400 or 413; then nothing is left behind */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  const { fields, file } = await receiveFields(request, folder, LIMITS)
  const parsed = Fields.safeParse(fields)
  if (parsed.success && (file || parsed.data.previewId)) return { ...parsed.data, file }
  if (file) await rm(file.path, { force: true })
  throw parsed.success ? new Refusal(400, NO_FILE) : new InvalidInput(parsed.error)
}
