import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import type { Body, Query } from '@attest/contract/endpoint'
import type { bulkSend, previewBulkSend as previewCall } from '@attest/contract/mailings'
import { isOpen } from '@attest/contract/rounds'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { readRow, readRows } from '../db/read.ts'
import type { Db } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { IS_SHAREABLE, MOST_IN_LETTER } from '../delivery/ledger.ts'
import type { Basics, Deps, Sending } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { DAY_MS } from '../local-time.ts'
import { isSent, isUnusableAddress } from '../records/clients.ts'
import { monthlyName } from '../rounds/change-round.ts'
import { listRoundRecords } from '../rounds/queries.ts'
import { isSelection, selectClients, selectionOf } from '../selection/select-clients.ts'
import { checkTemplate } from '../templates/describe-template.ts'
import { makeMailing, repeatedMailing } from './make-mailing.ts'
import { HAS_NO_LINK, letterOf } from './queries.ts'
import { type Chosen, isRecipient, type RecipientSelection } from './recipients.ts'
import { refuseWhileRunning, runningMailing } from './running-mailing.ts'

const UNSEEN =
  'Some of these clients were emailed since you opened this. Nothing was sent. Look at the figures once more.'

/** A repeated request gets the first mailing's id. @throws Refusal 409 with the `mailingId` of a running one; 400 */
export async function startBulkSend(deps: Sending, admin: SignedIn, body: Body<typeof bulkSend>) {
  const { requestId, notEmailedSince, roundId, lastMailingId, ...asked } = body
  const { statusFilter, templateId, ...chosen } = asked
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const request = { id: requestId, body: JSON.stringify(asked) }
  const { id } = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const again = await repeatedMailing(tx, request, { at: author.at, roundId })
    if (again) return again
    await refuseWhileRunning(tx)
    const clients = await chooseClients(tx, deps, statusFilter, chosen)
    const selection = { ...clients, notEmailedSince: limitOf(notEmailedSince, deps.now()) }
    // The open screen shows the figures from before a colleague's mailing.
    const recent = { chosen: selection, letter: null }
    const last = await previewLastEmails(tx, recent, author.at)
    if (last.lastMailingId > (lastMailingId ?? last.lastMailingId))
      conflict('mailing_unseen', UNSEEN)
    await checkTemplate(tx, 'templateId', templateId)
    const sending = { request, roundId, templateId }
    return makeMailing(tx, deps.config, { kind: 'bulk', selection, author, ...sending })
  })
  deps.sender.sendNow()
  return id
}

/** @throws Refusal as `chooseClients`; 400 for an unknown template */
export async function previewBulkSend(
  { db, config, now }: Basics,
  query: Query<typeof previewCall>,
) {
  const { statusFilter, templateId } = query
  const notEmailedSince = limitOf(query.notEmailedSince, now())
  await checkTemplate(db, 'templateId', templateId)
  // Read before the figures: the screen rereads these only while a mailing runs.
  const running = await runningMailing(db)
  const clients = await chooseClients(db, { config, now }, statusFilter, selectionOf(query))
  const rounds = await listRoundRecords(db)
  const round = rounds.find(isOpen)
  const letter = templateId ?? round?.template_id ?? null
  const latelySince = notEmailedSince ?? aDayBefore(now())
  const recipients = { chosen: { ...clients, notEmailedSince }, letter }
  const figures = await previewRecipients(db, recipients)
  const last = await previewLastEmails(db, { chosen: clients, letter }, latelySince)
  const leftOut = notEmailedSince ? last.emailedLately : 0
  const held = await countHeld(db, clients)
  return {
    ...figures,
    ...last,
    latelySince,
    leftOut,
    ...held,
    chosen:
      figures.totalUsers +
      leftOut +
      held.excused +
      held.disputed +
      held.reported +
      held.withoutEmail,
    letters: await previewLetters(db, recipients),
    round: {
      id: round?.id ?? null,
      name: round?.name ?? monthlyName(rounds, config, now()),
      template_id: round?.template_id ?? null,
      due_on: round?.due_on ?? null,
    },
    running,
  }
}

const aDayBefore = (at: Date) => new Date(at.getTime() - DAY_MS).toISOString()

/** Clients who were emailed after this time are left out of the mailing. */
const limitOf = (asked: string | undefined, at: Date) => (asked === 'day' ? aDayBefore(at) : asked)

/** @throws Refusal 409 if another number of clients matches than the caller saw */
async function chooseClients(
  db: Db,
  clock: Pick<Deps, 'config' | 'now'>,
  status: StatusFilter,
  selection: ClientSelection,
): Promise<Chosen> {
  if (!isSelection(selection)) return { status }
  const ids = await selectClients(db, clock, selection)
  // With the filter's status, a client who answers while the mailing is made is left out.
  return { ids, status: status === 'all' ? (selection.filter?.status ?? 'all') : status }
}

type Preview = z.output<(typeof previewCall)['reply']>

interface PreviewQuery {
  chosen: RecipientSelection
  /** Null: each client gets the letter of its group. */
  letter: string | null
  kind?: 'bulk' | 'reminder'
}

const recipientsOf = (db: Db, { chosen, letter, kind = 'bulk' }: PreviewQuery) =>
  db
    .selectFrom('clients')
    .select(['id', 'mail_to as email', 'language', 'status', letterOf(kind, letter).as('letter')])
    .where(isRecipient(chosen))

/** Chosen clients who get no email, each counted once. */
export const countHeld = (db: Db, { status = 'all', ids }: Chosen) =>
  readRow<Pick<Preview, 'excused' | 'disputed' | 'reported' | 'withoutEmail'>>(db)`
    select count(*) filter (where excused_reason is not null)::int as excused,
      count(*) filter (where excused_reason is null and disputed_at is not null)::int as disputed,
      count(*) filter (where excused_reason is null and disputed_at is null and reported_as is not null)::int as reported,
      count(*) filter (where excused_reason is null and disputed_at is null and reported_as is null and (mail_to = '' or bounced))::int as "withoutEmail"
    from clients where ${status} in ('all', status) and ${ids ? sql`id = any(${ids})` : sql`true`}
  `

export const previewRecipients = (db: Db, query: PreviewQuery) =>
  readRow<{
    totalUsers: number
    answered: number
    emails: number
    failedLastTime: number
    unusableAddress: number
    withoutLink: number
  }>(db)`
    with chosen as (${recipientsOf(db, query)}),
    letters as materialized (select id, ${IS_SHAREABLE} as shareable from templates t)
    select count(*) as "totalUsers",
      count(*) filter (where status <> 'pending') as answered,
      count(*) filter (where ${isUnusableAddress('email')}) as "unusableAddress",
      count(*) filter (where letter in (select id from templates where ${HAS_NO_LINK})) as "withoutLink",
      (select coalesce(sum(case when shareable then ceil(n / ${MOST_IN_LETTER}::numeric) else n end), 0)::int
        from (select count(*) as n, letter from chosen group by lower(email), letter, language) same
        join letters l on l.id = letter) as emails,
      (select count(*) from chosen join messages f on f.client_id = chosen.id and f.state = 'failed'
        where not exists (select from messages later where later.client_id = f.client_id and later.id > f.id)
      ) as "failedLastTime"
    from chosen
  `

/** When the recipients were last emailed, by which mailing that asks for an answer, and how many after `lately`. */
const previewLastEmails = (db: Db, query: PreviewQuery, lately: string) =>
  readRow<Pick<Preview, 'emailedLately' | 'lastEmailedAt' | 'lastMailingId'>>(db)`
    select count(distinct client_id) filter (where settled_at > ${lately}::timestamptz) as "emailedLately",
      max(settled_at) as "lastEmailedAt",
      coalesce(max(mailing_id) filter (where purpose = 'answer'), 0) as "lastMailingId"
    from messages where ${isSent('messages')} and client_id in (select id from (${recipientsOf(db, query)}) r)
  `

export const previewLetters = (db: Db, query: PreviewQuery) =>
  readRows<Preview['letters'][number]>(db)`
    select t.id as template_id, t.name, t.subject, count(*) as recipients
    from (${recipientsOf(db, query)}) r join templates t on t.id = r.letter
    group by t.id order by recipients desc, t.id
  `
