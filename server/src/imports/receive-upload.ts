import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { MAX_IMPORT_BYTES } from '@attest/contract/imports'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { InvalidInput } from '../http/errors.ts'
import { type ReceivedFile, receiveForm } from '../http/receive-file.ts'

export interface Upload extends ReceivedFile {
  importId: string
  send: boolean
  roundId?: number | undefined
}

const Fields = z.object({
  // Some programs write UUIDs in upper case; this one also names the file.
  importId: z.uuid('The import id must be a UUID.').toLowerCase().default(randomUUID),
  send: z
    .enum(['true', 'false'], 'send must be true or false')
    .default('true')
    .transform((value) => value === 'true'),
  roundId: z.coerce.number('roundId must be a number').int().positive().optional(),
})

const LIMITS = {
  maxBytes: MAX_IMPORT_BYTES,
  tooLarge: 'The file is larger than 10 MB.',
  noFile: 'Please select a file to import.',
}

/** @throws Refusal 400 or 413; then nothing is left behind */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Upload> {
  const { fields, file } = await receiveForm(request, folder, LIMITS)
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return { ...parsed.data, ...file }
  await rm(file.path, { force: true })
  throw new InvalidInput(parsed.error)
}
