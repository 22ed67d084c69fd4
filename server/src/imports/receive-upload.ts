import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { InvalidInput } from '../http/errors.ts'
import { receiveForm } from '../http/receive-file.ts'

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

export const NO_FILE = 'Please select a file to import.'

/** @throws Refusal 400 or 413; then nothing is left behind */
export async function receiveUpload(
  request: FastifyRequest,
  { DATA_DIR, IMPORT_MB }: Pick<Config, 'DATA_DIR' | 'IMPORT_MB'>,
) {
  const { fields, file } = await receiveForm(request, path.join(DATA_DIR, 'uploads'), {
    maxBytes: IMPORT_MB * 1024 * 1024,
    tooLarge: `The file is larger than ${IMPORT_MB} MB.`,
  })
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return { ...parsed.data, file }
  if (file) await rm(file.path, { force: true })
  throw new InvalidInput(parsed.error)
}
