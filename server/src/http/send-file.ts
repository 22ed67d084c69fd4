import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
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
