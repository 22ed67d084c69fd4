import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
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

const limitsOf = ({ IMPORT_MB }: Config) => ({
  maxBytes: IMPORT_MB * 1024 * 1024,
  tooLarge: `The file is larger than ${IMPORT_MB} MB.`,
})

const uploadsOf = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'uploads')

const NO_FILE = 'Please select a file to import.'

export const receiveSheet = (request: FastifyRequest, config: Config) =>
  receiveForm(request, uploadsOf(config), { ...limitsOf(config), noFile: NO_FILE })

export type Upload = ImportFields & { file: ReceivedFile | undefined }

/** @throws Refusal 400 or 413; then nothing is left behind */
export async function receiveUpload(request: FastifyRequest, config: Config): Promise<Upload> {
  const { fields, file } = await receiveFields(request, uploadsOf(config), limitsOf(config))
  const parsed = Fields.safeParse(fields)
  if (parsed.success && (file || parsed.data.previewId)) return { ...parsed.data, file }
  if (file) await rm(file.path, { force: true })
  throw parsed.success ? new Refusal(400, NO_FILE) : new InvalidInput(parsed.error)
}
