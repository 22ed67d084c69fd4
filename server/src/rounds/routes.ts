import {
  closeRound as closeCall,
  getRound,
  listRounds as listCall,
  listOutstanding,
  recordCall as recordCallCall,
  roundReport,
  startRound as startCall,
  updateRound,
} from '@attest/contract/rounds'
import type { FastifyInstance } from 'fastify'
import { firmOf } from '../config.ts'
import type { Deps } from '../deps.ts'
import { awaitTurn } from '../exports/await-turn.ts'
import { csvFile } from '../exports/csv-file.ts'
import { notFound } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { sendFile } from '../http/send-file.ts'
import { logEvent } from '../identity/security-log/log-event.ts'
import { changeRound, closeRound, startRound } from './change-round.ts'
import { listRounds, roundPage } from './describe-round.ts'
import { outstandingPage } from './outstanding.ts'
import { findRound, type RoundRecord } from './queries.ts'
import { recordCall } from './record-call.ts'
import { reportPdf } from './report-pdf.ts'
import { listLetters, reportedClients } from './report-queries.ts'
import { CSV_COLUMNS } from './report-words.ts'
import { readCoverage } from './round-rows.ts'

export function roundRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listCall, () => listRounds(deps))
  mount(app, startCall, ({ body, admin }) => startRound(deps, admin, body))
  mount(app, getRound, ({ params }) => roundPage(deps, params.id))
  mount(app, updateRound, ({ params, body }) => changeRound(deps, params.id, body))
  mount(app, closeCall, ({ params, admin }) => closeRound(deps, admin, params.id))
  mount(app, listOutstanding, ({ params, query }) => outstandingPage(deps, params.id, query))
  mount(app, recordCallCall, ({ params, body, admin }) => recordCall(deps, admin, params.id, body))
  reportRoute(app, deps)
}

function reportRoute(app: FastifyInstance, deps: Deps): void {
  const { bulkDb: db, config, now } = deps
  mountRaw(app, roundReport, async ({ params, query: { format }, admin }, reply) => {
    await awaitTurn(deps, admin, format === 'csv' ? 'csv' : 'xlsx', reply)
    // Read after the wait: it may have closed meanwhile.
    const round = (await findRound(db, params.id)) ?? notFound('Round')
    // Logged first: a started download cannot be undone.
    await logEvent(db, 'report-downloaded', admin, now(), `${round.name}, ${format.toUpperCase()}`)
    const clients = reportedClients(db, round)
    const report =
      format === 'csv'
        ? csvFile(CSV_COLUMNS, clients, config.TIME_ZONE)
        : await pdfOf(deps, round, clients)
    return sendFile(reply, `round-${round.id}.${format}`, format, report)
  })
}

async function pdfOf(
  { bulkDb: db, config, now }: Deps,
  round: RoundRecord,
  clients: ReturnType<typeof reportedClients>,
) {
  return reportPdf({
    firm: firmOf(config),
    round,
    coverage: await readCoverage(db, round),
    letters: await listLetters(db, round),
    clients,
    timeZone: config.TIME_ZONE,
    at: now().toISOString(),
  })
}
