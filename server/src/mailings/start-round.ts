import type { ClientSelection } from '@attest/contract/clients'
import type { Body, Query } from '@attest/contract/endpoint'
import { planOf, type RoundAsks } from '@attest/contract/rounds'
import type {
  previewRound as previewCall,
  RoundInput,
  startRound as startCall,
  updateRound as updateCall,
} from '@attest/contract/start-round'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/schema.ts'
import { lockBulkWriters, transact, transactUncrossed } from '../db/transact.ts'
import type { Basics, Bulk, Deps, Sending } from '../deps.ts'
import { conflict, notFound, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { DAY_MS, localDay, timeIn } from '../local-time.ts'
import { leaveOutAnswered } from '../records/answers.ts'
import { presentOf } from '../records/merges.ts'
import { refuseClosed } from '../rounds/change-round.ts'
import { describeRound } from '../rounds/describe-round.ts'
import * as rounds from '../rounds/queries.ts'
import { listMatching, selectClients, storedFilter } from '../selection/select-clients.ts'
import { checkTemplate } from '../templates/describe-template.ts'
import { countHeld, previewLetters, previewRecipients } from './bulk-send.ts'
import { makeMailing } from './make-mailing.ts'
import { countRecipients } from './recipients.ts'
import { mustNotSend, refuseWhileRunning } from './running-mailing.ts'

type Clock = Pick<Basics, 'config' | 'now'>

export async function startRound(
  deps: Sending,
  admin: SignedIn,
  { selection, leaveOutDays = 0, startsAt, plan, ...round }: Body<typeof startCall>,
) {
  const { config } = deps
  const at = deps.now()
  const starts = startOf(startsAt, at, config)
  refuseDays(round.due_on, starts, at, config)
  if (starts && !selection) refuseField('selection', 'Choose who gets the first letters.')
  const started = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    await checkTemplate(tx, 'template_id', round.template_id)
    const asks = selection && (await asksOf(tx, deps, selection, leaveOutDays))
    // Read before the new round opens: a filter may mean the round that is open now.
    const asked = asks && !starts ? await askedNow(tx, deps, asks) : undefined
    const row = await rounds.insertRound(tx, {
      template_id: null,
      ...round,
      plan: JSON.stringify(plan ?? planOf(config.REMINDER_DAYS)),
      admin_email: admin.email,
      started_at: (starts ?? at).toISOString(),
      planned: starts !== undefined,
      ...(asks && { asks: JSON.stringify(asks) }),
    })
    if (!row) refuseSecond()
    if (asked) await sendFirstLetters(tx, deps, row, asked)
    return row
  })
  deps.sender.sendNow()
  return describeRound(deps.db, started)
}

function refuseSecond(): never {
  conflict('round_open', 'A round is open already. Close it before you start another one.')
}

const CHANGED =
  'Someone else has changed this round meanwhile. Nothing was saved. Open it again to see how it is now.'

/** @throws Refusal 404; 409 if the round is closed; the others are listed with its call in the contract */
export async function changeRound(
  deps: Sending,
  admin: SignedIn,
  id: number,
  { version, plan, selection, leaveOutDays, startsAt, ...fields }: Body<typeof updateCall>,
) {
  const { bulkDb, config } = deps
  const changed = await transactUncrossed(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    await checkTemplate(tx, 'template_id', fields.template_id)
    const round = (await rounds.lockRound(tx, id)) ?? notFound('Round')
    if (round.closed_at !== null) refuseClosed()
    const at = deps.now()
    const mayPlan = [selection, leaveOutDays, startsAt].some((value) => value !== undefined)
    if (mayPlan && !round.planned) refuseStarted()
    if (version !== undefined && version !== round.version) conflict('round_changed', CHANGED)
    const starts = startOf(startsAt, at, config)
    const planned = round.planned && startsAt !== null ? new Date(round.started_at) : undefined
    const due = fields.due_on ?? round.due_on
    if (round.planned || due !== round.due_on) refuseDays(due, starts ?? planned, at, config)
    const before = round.asks && selectionOf(round.asks)
    const asks =
      selection || leaveOutDays !== undefined
        ? await asksOf(tx, deps, selection ?? before!, leaveOutDays ?? round.asks!.leaveOutDays)
        : undefined
    const values = {
      ...fields,
      ...(plan && { plan: JSON.stringify(plan) }),
      ...(asks && { asks: JSON.stringify(asks) }),
      ...(starts && { started_at: starts.toISOString(), held: null }),
      // Who was mailed, and by what account, is evidence: the one who planned it last year may have left.
      ...(mayPlan && { admin_email: admin.email }),
    }
    const saved = await rounds.updateRoundRow(tx, id, { ...values, version: round.version + 1 })
    return startsAt === null ? startPlanned(tx, deps, saved) : saved
  })
  deps.sender.sendNow()
  return describeRound(deps.db, changed)
}

/** @throws Refusal 404; 409 once it has started */
export const deleteRound = ({ db }: Pick<Deps, 'db'>, id: number) =>
  transact(db, async (tx) => {
    const round = (await rounds.lockRound(tx, id)) ?? notFound('Round')
    if (!round.planned) refuseStarted()
    await rounds.removeRound(tx, id)
  })

function refuseStarted(): never {
  conflict('round_started', 'This round has started. Who was asked, and when, stays as it is.')
}

/** The planned time of the first letters. Undefined: they go out now. */
function startOf(given: RoundInput['startsAt'], now: Date, { TIME_ZONE }: Config) {
  if (given == null) return undefined
  const starts = timeIn(given, TIME_ZONE)
  if (starts <= now) refuseField('startsAt', 'The time of the first letters is in the past.')
  return starts
}

/** @param starts when a planned round starts; otherwise undefined */
function refuseDays(due: string, starts: Date | undefined, now: Date, { TIME_ZONE }: Config) {
  if (due < localDay(now, TIME_ZONE)) refuseField('due_on', 'The due date is in the past.')
  if (starts && due < localDay(starts, TIME_ZONE))
    refuseField('due_on', 'The due date is before the first letters.')
}

/** @throws Refusal 409 if another number of clients matches than the caller saw */
async function asksOf(
  db: Db,
  clock: Clock,
  selection: ClientSelection,
  leaveOutDays: number,
): Promise<RoundAsks> {
  const { length: total } = await selectClients(db, clock, selection)
  return { ...selection, total, leaveOutDays }
}

const selectionOf = ({ ids, filter, total }: RoundAsks): ClientSelection =>
  ids ? { ids } : { filter: storedFilter(filter!), total }

/** The clients of `ids` who did not answer in the `leaveOutDays` days before `now`. */
const askedOf = (db: Db, now: Date, ids: number[], leaveOutDays: number) =>
  leaveOutDays === 0
    ? ids
    : leaveOutAnswered(db, ids, new Date(now.getTime() - leaveOutDays * DAY_MS).toISOString())

export async function previewRound(
  { db, config, now }: Basics,
  { ids, leaveOutDays, templateId, ...filter }: Query<typeof previewCall>,
) {
  await checkTemplate(db, 'templateId', templateId)
  const matching = ids
    ? ids.split(',').map(Number)
    : await listMatching(db, { config, now }, filter)
  const asked = { ids: await askedOf(db, now(), matching, leaveOutDays) }
  const recipients = { chosen: asked, letter: templateId ?? null }
  return {
    total: matching.length,
    answeredLately: matching.length - asked.ids.length,
    ...(await countHeld(db, asked)),
    ...(await previewRecipients(db, recipients)),
    letters: await previewLetters(db, recipients),
  }
}

/** `seen`: somebody has just read the figures. Otherwise the refusals (409) also forbid a letter without a link. */
async function startPlanned(
  tx: Tx,
  deps: Clock,
  { id, asks, template_id }: rounds.RoundRecord,
  seen = true,
) {
  if (await rounds.findOpenRound(tx)) refuseSecond()
  // Read before this round opens: a filter may mean the round that is open now.
  const asked = await askedNow(tx, deps, asks!, mayMatch(asks!.total))
  const recipients = { chosen: { ids: asked }, letter: template_id }
  if (!seen && (await previewRecipients(tx, recipients)).withoutLink > 0)
    conflict('no_link', 'A letter has no link.')
  const started_at = deps.now().toISOString()
  const round = await rounds.updateRoundRow(tx, id, { planned: false, held: null, started_at })
  await sendFirstLetters(tx, deps, round, asked)
  return round
}

/** The most clients who may match at the start: a few are always imported after the office has looked. */
const mayMatch = (total: number) => total + Math.max(10, Math.floor(total / 10))

/** @throws Refusal 409 if more than `most` match a filter, or if nobody would be asked */
async function askedNow(db: Db, clock: Clock, asks: RoundAsks, most = Number.POSITIVE_INFINITY) {
  const { ids, filter, total, leaveOutDays } = asks
  // A planned client who was merged is replaced by the client who stayed.
  const matching = ids
    ? await presentOf(db, ids)
    : await listMatching(db, clock, storedFilter(filter!))
  if (!ids && matching.length > most) {
    const message = `Many more clients match by now: ${matching.length} instead of ${total}. Look at the plan once more.`
    throw new Refusal(409, message, { code: 'selection_changed', total: matching.length })
  }
  const asked = await askedOf(db, clock.now(), matching, leaveOutDays)
  // Clients without an email count too: a call can ask them.
  const { withoutEmail } = await countHeld(db, { ids: asked })
  if (withoutEmail === 0 && (await countRecipients(db, { ids: asked })) === 0) {
    const message =
      'Nobody would be asked: every chosen client answered lately, must not be asked, or is gone.'
    conflict('nobody', message)
  }
  return asked
}

/**
 * Clients that no email reaches are outstanding at once, for a call or a letter on paper.
 * @throws Refusal 409 while a mailing runs
 */
async function sendFirstLetters(
  tx: Tx,
  { config, now }: Clock,
  { id: roundId, admin_email: adminEmail }: rounds.RoundRecord,
  ids: number[],
) {
  await refuseWhileRunning(tx, 'mailing_running')
  const author = { adminEmail, at: now().toISOString() }
  await makeMailing(tx, config, { kind: 'bulk', selection: { ids }, author, roundId })
}

/** Starts the planned round whose hour has come, or holds it for the office. Only one process starts it. */
export async function startDueRound(deps: Bulk & Pick<Deps, 'sender'>): Promise<void> {
  const { bulkDb, now } = deps
  if (!(await rounds.findDueRound(bulkDb, now().toISOString()))) return
  const started = await transactUncrossed(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const due = await rounds.findDueRound(tx, now().toISOString())
    const round = due && (await rounds.lockRound(tx, due.id))
    if (!round || (await mustNotSend(tx))) return false
    const dayOf = (at: Date) => localDay(at, deps.config.TIME_ZONE)
    const held =
      dayOf(now()) > dayOf(new Date(round.started_at))
        ? 'late'
        : await startPlanned(tx, deps, round, false).then(() => undefined, reasonToHold)
    if (held) await rounds.updateRoundRow(tx, round.id, { held })
    return !held
  })
  if (started) deps.sender.sendNow()
}

const HELD = ['round_open', 'nobody', 'no_link'] as const

/** These refusals are thrown before anything is written, so the transaction can continue. */
function reasonToHold(error: unknown) {
  const code = error instanceof Refusal && error.details.code
  const held = code === 'selection_changed' ? 'more' : HELD.find((reason) => reason === code)
  if (held) return held
  throw error
}
