import path from 'node:path'
import * as calls from '@attest/contract/corrections'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { awaitTurn } from '../../exports/await-turn.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import { sendFile } from '../../http/files.ts'
import { mount, mountRaw } from '../../http/mount.ts'
import { beforeFirstByte } from '../../http/slots.ts'
import { logEvent } from '../../identity/security-log/queries.ts'
import { localDay, startOfDay } from '../../local-time.ts'
import { findReading } from '../originals.ts'
import { findImport } from '../queries.ts'
import { correctedSheet } from './corrected-sheet.ts'
import { correctionList, findLastDownload, rememberDownload } from './correction-list.ts'

const NOT_KEPT =
  'The imported file is not kept any more, or cannot be opened. Download the list of corrections instead.'

export function correctionRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  mountRaw(app, calls.correctedSheet, async ({ params, query: { rows }, admin }, reply) => {
    const record = (await findImport(db, params.importId)) ?? notFound('Import')
    const reading = await findReading(deps, record.id)
    if (!reading) throw new Refusal(410, NOT_KEPT, { code: 'file_not_kept' })
    const { name, ext } = path.parse(record.file_name)
    // Only workbooks have names of sheets.
    const isText = reading.sheet === ''
    const format = isText ? 'csv' : 'xlsx'
    await awaitTurn(deps, admin, format, reply)
    const sheet = await beforeFirstByte(reply, correctedSheet(deps, record, reading, rows))
    const file = `${name}-corrected${isText ? ext : '.xlsx'}`
    await logEvent(db, 'import-file-downloaded', admin, now(), file)
    return sendFile(reply, file, format, sheet)
  })
  mountRaw(app, calls.exportCorrections, async ({ query: { format, since }, admin }, reply) => {
    await awaitTurn(deps, admin, format, reply)
    const at = now()
    const last = await findLastDownload(db, admin.id)
    const start = since === undefined ? last.since : momentOf(since, config.TIME_ZONE)
    const file = `corrections-${localDay(at, config.TIME_ZONE)}.${format}`
    await logEvent(db, 'clients-exported', admin, at, file)
    // A list that starts later leaves a gap: remembering it would hide the corrections in between.
    const ended = async () => {
      if (start <= (last.at ?? last.since)) await rememberDownload(db, admin.id, at.toISOString())
    }
    return sendFile(reply, file, format, correctionList(deps, start, format, ended))
  })
  mount(app, calls.lastCorrections, async ({ admin }) => {
    return findLastDownload(db, admin.id)
  })
}

const momentOf = (since: string, timeZone: string) =>
  (since.includes('T') ? new Date(since) : startOfDay(since, timeZone)).toISOString()
