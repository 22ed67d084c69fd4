import type { ClientSelection } from '@attest/contract/clients'
import * as calls from '@attest/contract/mailings'
import * as starts from '@attest/contract/start-round'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { awaitTurn } from '../exports/await-turn.ts'
import { type Column, csvFile } from '../exports/client-rows.ts'
import { notFound } from '../http/errors.ts'
import { sendFile } from '../http/files.ts'
import { mount, mountRaw, prefersAsync } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { localMinute as localTime } from '../local-time.ts'
import { asCaller } from '../selection/own-filter.ts'
import { previewBulkSend, startBulkSend } from './bulk-send.ts'
import { cancelMailing } from './cancel-mailing.ts'
import { describeMailing, listMailings } from './describe-mailing.ts'
import {
  listMessagePage,
  listMessagesAfter,
  type MessageQuery,
  type MessageRecord,
} from './message-list.ts'
import { findMailing } from './queries.ts'
import { previewReminder, remind } from './reminders.ts'
import { awaitSettled } from './running-mailing.ts'
import { resendEmail, retryMailing } from './send-again.ts'
import { changeRound, deleteRound, previewRound, startRound } from './start-round.ts'

const BULK_LIMIT_MS = 120_000

export function mailingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listMailings, ({ query }) => listMailings(deps.db, query))
  mount(app, calls.getMailing, ({ params }) => describeMailing(deps, params.id))
  mount(app, calls.cancelMailing, ({ params, admin }) => cancelMailing(deps, admin, params.id))
  mount(app, calls.retryMailing, ({ params, admin }) => retryMailing(deps, admin, params.id))
  mount(app, calls.previewBulkSend, async ({ query, admin }) =>
    previewBulkSend(deps, await asCaller(deps.db, query, admin)),
  )
  mount(app, calls.resendEmail, ({ params, admin, body }) =>
    resendEmail(deps, admin, params.id, body),
  )
  mountRaw(app, calls.bulkSend, async ({ body, admin, request }, reply) => {
    const mailingId = await startBulkSend(deps, admin, await asCaller(deps.db, body, admin))
    if (prefersAsync(request))
      return reply.code(202).send(calls.bulkSend.accepted.parse({ mailingId }))
    await awaitSettled(deps, mailingId, BULK_LIMIT_MS)
    const { statusFilter } = body
    return calls.bulkSend.reply.parse({ ...(await describeMailing(deps, mailingId)), statusFilter })
  })
  mount(app, calls.previewReminder, async ({ params, query, admin }) =>
    previewReminder(deps, params.id, await asCaller(deps.db, query, admin)),
  )
  mount(app, calls.remind, async ({ params, body, admin }) =>
    remind(deps, admin, params.id, await asCaller(deps.db, body, admin)),
  )
  roundStartRoutes(app, deps)
  messageRoutes(app, deps)
}

function roundStartRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const chosenBy = async <B extends { selection?: ClientSelection | undefined }>(
    body: B,
    admin: SignedIn,
  ) => (body.selection ? { ...body, selection: await asCaller(db, body.selection, admin) } : body)
  mount(app, starts.previewRound, async ({ query, admin }) =>
    previewRound(deps, await asCaller(db, query, admin)),
  )
  mount(app, starts.startRound, async ({ body, admin }) =>
    startRound(deps, admin, await chosenBy(body, admin)),
  )
  mount(app, starts.updateRound, async ({ params, body, admin }) =>
    changeRound(deps, admin, params.id, await chosenBy(body, admin)),
  )
  mount(app, starts.deleteRound, ({ params }) => deleteRound(deps, params.id))
}

function messageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, now } = deps
  const mailingOf = async (id: number) => (await findMailing(db, id)) ?? notFound('Mailing')
  mount(app, calls.listMessages, async ({ params, query }) => {
    const { id: mailingId } = await mailingOf(params.id)
    return listMessagePage(db, { mailingId, ...query })
  })
  mountRaw(app, calls.exportMessages, async ({ params, query, admin }, reply) => {
    const { id: mailingId } = await mailingOf(params.id)
    await awaitTurn(deps, admin, 'csv', reply)
    await logEvent(db, 'mailing-exported', admin, now(), `Mailing ${mailingId}`)
    const csv = messagesCsv(db, { mailingId, ...query }, config.TIME_ZONE)
    return sendFile(reply, `mailing-${mailingId}.csv`, 'csv', csv)
  })
}

const PAGE = 1000

const WORDS: Record<MessageRecord['state'], string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  accepted: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
}

const ANSWERS = { confirmed: 'Confirmed', updated: 'Updated' }

const isWritten = ({ state, provider }: MessageRecord) =>
  state === 'accepted' && provider === 'outbox'

const COLUMNS: readonly Column<MessageRecord>[] = [
  ['Client Number', (m) => m.client_number ?? ''],
  ['First Name', (m) => m.first_name ?? ''],
  ['Last Name', (m) => m.last_name ?? ''],
  ['Email', (m) => m.email],
  ['Result', (m) => (isWritten(m) ? 'In the outbox' : WORDS[m.state])],
  ['Time', (m, zone) => (m.settled_at ? localTime(m.settled_at, zone) : '')],
  ['Answer', (m) => (m.answer ? ANSWERS[m.answer] : '')],
  ['Answered', (m, zone) => (m.answered_at ? localTime(m.answered_at, zone) : '')],
  ['Tries', (m) => String(m.attempts)],
  ['May Have Arrived Twice', (m) => (m.in_doubt ? 'yes' : '')],
  ['Reason', (m) => m.error ?? ''],
  ['Server Answer', (m) => m.smtp_response ?? ''],
  ['Provider', (m) => m.provider ?? ''],
  ['Template', (m) => m.template_id],
  ['Template Version', (m) => String(m.template_version ?? '')],
  ['Message ID', (m) => m.message_id],
]

const messagesCsv = (db: Db, query: MessageQuery, timeZone: string) =>
  csvFile(COLUMNS, pagesOf(db, query), timeZone)

async function* pagesOf(db: Db, query: MessageQuery) {
  for (let last = 0; ; ) {
    const page = await listMessagesAfter(db, query, last, PAGE)
    if (page.length === 0) return
    yield page
    last = page.at(-1)!.id
  }
}
