import { ClientFilter } from '@attest/contract/clients'
import { exportClients } from '@attest/contract/exports'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { awaitTurn } from '../exports/await-turn.ts'
import { csvOf } from '../exports/csv.ts'
import { xlsxOf } from '../exports/xlsx.ts'
import { mountRaw } from '../http/mount.ts'
import { sendFile } from '../http/send-file.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { localDay } from '../local-time.ts'
import { listMatching } from '../selection/select-clients.ts'

export function exportRoute(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  mountRaw(app, exportClients, async ({ query: { format, ids, ...filter }, admin }, reply) => {
    await awaitTurn(deps, admin, format, reply)
    const chosen = ids ? inOrder(ids) : await matching(deps, filter)
    // Logged first: a started download cannot be undone.
    const detail = [format.toUpperCase(), chosen && `${chosen.length} clients`].filter(Boolean)
    await logEvent(db, 'clients-exported', admin, now(), detail.join(', '))
    const day = localDay(now(), config.TIME_ZONE)
    const what = { timeZone: config.TIME_ZONE, ids: chosen }
    const file = format === 'csv' ? csvOf(deps, what) : xlsxOf(deps, what)
    return sendFile(reply, `clients-${day}.${format}`, format, file)
  })
}

const inOrder = (ids: string) =>
  [...new Set(ids.split(',').map(Number))].sort((one, other) => one - other)

async function matching(deps: Deps, filter: ClientFilter): Promise<number[] | undefined> {
  const none = ClientFilter.parse({})
  const isAll = Object.entries(filter).every(
    ([name, value]) => value === none[name as keyof ClientFilter],
  )
  return isAll ? undefined : listMatching(deps.db, deps, filter)
}
