import { Readable } from 'node:stream'
import { exportClients } from '@attest/contract/exports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mountRaw } from '../http/mount.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { localDay } from '../local-time.ts'
import { awaitTurn } from './await-turn.ts'
import { csvOf } from './client-rows.ts'
import { xlsxOf } from './xlsx.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  mountRaw(app, exportClients, async ({ query: { format }, admin }, reply) => {
    await awaitTurn(deps, admin, format, reply)
    // Logged first: a started download cannot be undone.
    await logEvent(db, 'clients-exported', admin, now(), format.toUpperCase())
    const day = localDay(now(), config.TIME_ZONE)
    const body =
      format === 'csv' ? Readable.from(csvOf(db, config.TIME_ZONE)) : xlsxOf(db, config.TIME_ZONE)
    return reply
      .header('content-disposition', `attachment; filename="clients-${day}.${format}"`)
      .type(TYPES[format])
      .send(body)
  })
}
