import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { InvalidInput } from '../http/errors.ts'
import { receiveForm } from '../http/files.ts'

const Fields = z.object({
  // Some programs write UUIDs in upper case; this one also names the file.
  importId: z._default(z.uuid('The import id must be a UUID.').check(z.toLowerCase()), randomUUID),
  send: z.pipe(
    z._default(z.enum(['true', 'false'], 'send must be true or false'), 'true'),
    z.transform((value) => value === 'true'),
  ),
  roundId: z.optional(z.coerce.number('roundId must be a number').check(z.int(), z.positive())),
  previewId: z.optional(z.uuid('The preview id must be a UUID.').check(z.toLowerCase())),
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
