import { statfs } from 'node:fs/promises'
import { MAX_ATTACHMENT_BYTES } from '@attest/contract/attachments'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from './errors.ts'

const MB = 1024 * 1024

export const DISK_FULL = 'The server’s disk is full. Nothing was saved.'

export async function hasRoom({ DATA_DIR, DISK_RESERVE_MB }: Config, bytes = 0): Promise<boolean> {
  const { bavail, bsize } = await statfs(DATA_DIR)
  return bavail * bsize - bytes >= DISK_RESERVE_MB * MB
}

/** Refuses uploads into the reserve: the database and the outbox need the same disk. */
export function keepDiskReserve(app: FastifyInstance, config: Config): void {
  app.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return
    // A chunked upload has no size; it ends in ENOSPC.
    const size = Number(request.headers['content-length'] ?? 0)
    if (!(await hasRoom(config, Math.min(size, MAX_ATTACHMENT_BYTES))))
      throw new Refusal(507, DISK_FULL)
  })
}
