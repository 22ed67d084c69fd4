import type { ClientSelection } from '@attest/contract/clients'
import {
  LEFT_OUT,
  type LeftOut,
  letterIdOf,
  letterNumber,
  MOST_LETTERS,
} from '@attest/contract/letters'
import type { Tx } from '../../db/schema.ts'
import { lockBulkWriters, transact } from '../../db/transact.ts'
import { isRestoredCopy, RESTORED } from '../../delivery/sending-pause.ts'
import type { Bulk, Deps } from '../../deps.ts'
import { conflict, notFound, Refusal } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { logEvent } from '../../identity/security-log/queries.ts'
import { DAY_MS, localDay } from '../../local-time.ts'
import { linksLeadHere, linksLeadNowhere } from '../../mail-warnings.ts'
import { issuePaperLinks, type Link, revokeTokens } from '../../records/links.ts'
import { holdRound, startMonthlyRound } from '../../rounds/change-round.ts'
import { joinRound } from '../../rounds/kept-parts.ts'
import { hashToken } from '../../secret-key.ts'
import { selectClients } from '../../selection/select-clients.ts'
import { codeToken, newCode } from './letter-code.ts'
import type { Context } from './letter-page.ts'
import { textsFor } from './letter-pdf.ts'
import * as queries from './queries.ts'

/** @throws Refusal 409 if nobody gets a letter, or if the selection has changed; 400 for too many */
export async function makeLetters(deps: Bulk, admin: SignedIn, selection: ClientSelection) {
  const at = deps.now()
  const chosen = await selectClients(deps.bulkDb, deps, selection)
  const weekAgo = new Date(at.getTime() - 7 * DAY_MS).toISOString()
  const candidates = await queries.listCandidates(deps.bulkDb, chosen, weekAgo)
  const needed = candidates.filter(({ why }) => why === null)
  const ids = needed.map(({ id }) => id)
  const count = (wanted: LeftOut) => candidates.filter(({ why }) => why === wanted).length
  const leftOut = Object.fromEntries(LEFT_OUT.map((why) => [why, count(why)])) as Counts
  const nobody = { code: 'no_letters', leftOut }
  if (ids.length === 0) throw new Refusal(409, 'None of these clients can get a letter.', nobody)
  if (ids.length > MOST_LETTERS)
    throw new Refusal(400, `Make at most ${MOST_LETTERS} letters at once. These are ${ids.length}.`)
  const batchId = await queries.insertBatch(deps.bulkDb, ids, admin.email, at.toISOString())
  const nowhere = linksLeadHere(deps.config)
  const again = needed.filter((each) => each.again).length
  const emailed = needed.filter((each) => each.emailed).length
  const warnings = [
    nowhere && `${nowhere} Do not mail these letters.`,
    again > 0 &&
      `Clients who are in other letters of the last 7 days: ${again}. Mail only one letter to each.`,
    emailed > 0 &&
      `Clients who were emailed in the last 7 days: ${emailed}. Discard these letters if they are only for clients that email cannot reach.`,
  ]
  const warning = warnings.filter(Boolean).join(' ') || null
  return { batchId, letters: ids.length, leftOut, warning }
}

type Counts = Record<LeftOut, number>

type Printing = Bulk & Pick<Deps, 'secretKey'>

/** `printed`: the last print that the caller has seen. A colleague may be mailing a newer one. */
function refuseOtherPrint(batch: { printed_at: string | null }, printed: string | undefined) {
  if (printed !== undefined && printed !== (batch.printed_at ?? 'never'))
    conflict(
      'letters_printed',
      'Somebody has printed these letters meanwhile: Letters on Paper shows when.',
    )
}

/**
 * Gives each letter a new code and link, and ends those of the print before. Leaves out clients who have answered
 * since or must not get a letter any more.
 * @throws Refusal 404; 409 once the batch is mailed, if no letter is left, or if a text is too long for a page
 */
export async function printBatch(deps: Printing, admin: SignedIn, id: number, printed?: string) {
  const { bulkDb, config, secretKey } = deps
  const nowhere = linksLeadNowhere(config)
  if (nowhere) conflict('links_lead_nowhere', nowhere)
  return transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    // The links of a copy's letters would lead to the original.
    if (await isRestoredCopy(tx)) conflict('restored_copy', RESTORED)
    const batch = (await queries.lockBatch(tx, id)) ?? notFound('Batch')
    const ends = 'a new print would end their codes. Make new letters instead.'
    if (batch.mailed_at) conflict('letters_mailed', `These letters are mailed: ${ends}`)
    refuseOtherPrint(batch, printed)
    const context = { config, round: await holdRound(tx, undefined), at: deps.now() }
    const sheets = sheetsOf(await queries.holdLetters(tx, id, context.round), secretKey, context)
    const at = context.at.toISOString()
    const tokenHashes = sheets.map(({ token }) => hashToken(token))
    await revokeTokens(tx, await queries.listTokens(tx, queries.ofBatch(id)), at)
    await issuePaperLinks(tx, {
      clientIds: sheets.map(({ client_id }) => client_id),
      tokenHashes,
      at,
      linkDays: config.LINK_DAYS,
      timeZone: config.TIME_ZONE,
    })
    const rows = sheets.map(({ id, template_id, version }, place) => {
      return { id, template_id, version, token_hash: tokenHashes[place]! }
    })
    await queries.markPrinted(tx, id, rows, at)
    const detail = `${sheets.length} letters, batch ${id}`
    await logEvent(tx, 'letters-printed', admin, context.at, detail)
    return { sheets, context }
  })
}

function sheetsOf(letters: queries.PaperLetter[], secretKey: string, context: Context) {
  const { config, round, at } = context
  if (letters.length === 0)
    conflict('no_letters', 'Nobody of these clients needs a letter any more.')
  const isOver = round && round.due_on < localDay(at, config.TIME_ZONE)
  if (isOver && /{{\s*due_date/.test(JSON.stringify(letters)))
    conflict('round_overdue', 'The due date in these letters has passed. Edit the round first.')
  const sheets = letters.map((letter) => {
    const code = newCode()
    return { ...letter, code, token: codeToken(secretKey, code), texts: textsFor(letter, context) }
  })
  const long = sheets.find(({ texts }) => texts.size === undefined)
  const what = 'is too long for one page of paper. Shorten it, or choose another letter.'
  if (long) conflict('too_long', `The text of “${long.name}” ${what}`)
  return sheets
}

/** @throws Refusal 404; 409 if nothing was printed, or if the caller has not seen the last print */
export async function mailBatch(
  { bulkDb, config, now }: Bulk,
  admin: SignedIn,
  id: number,
  printed?: string,
) {
  await transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const batch = (await queries.lockBatch(tx, id)) ?? notFound('Batch')
    if (batch.mailed_at) return
    if (!batch.printed_at) conflict('letters_not_printed', 'Print these letters first.')
    refuseOtherPrint(batch, printed)
    const at = now().toISOString()
    const author = { adminEmail: admin.email, at }
    const round = (await holdRound(tx, undefined)) ?? (await startMonthlyRound(tx, config, author))
    const mailed = { mailed_at: at, mailed_by: admin.email, round_id: round.id }
    await joinRound(tx, round.id, await queries.markMailed(tx, id, mailed))
  })
  return (await queries.findBatch(bulkDb, id)) ?? notFound('Batch')
}

/** @throws Refusal 404; 409 once it is mailed, or if the caller has not seen the last print */
export const discardBatch = ({ bulkDb, now }: Bulk, id: number, printed?: string) =>
  transact(bulkDb, async (tx) => {
    const batch = (await queries.lockBatch(tx, id)) ?? notFound('Batch')
    if (batch.mailed_at) conflict('letters_mailed', 'Mailed letters cannot be discarded.')
    refuseOtherPrint(batch, printed)
    await revokeTokens(tx, await queries.listTokens(tx, queries.ofBatch(id)), now().toISOString())
    await queries.removeBatch(tx, id)
  })

/** @throws Refusal 400 with the numbers that no printed letter has */
export async function returnLetters(
  { bulkDb, now }: Bulk,
  admin: SignedIn,
  { numbers, reason }: { numbers: string[]; reason: string | null },
) {
  const wanted = new Map(numbers.map((number) => [number, letterIdOf(number)]))
  return transact(bulkDb, async (tx) => {
    const ids = [...wanted.values()].filter((id) => id !== undefined)
    const found = await queries.listPrinted(tx, ids)
    const known = new Set(found.map(({ id }) => id))
    const unknown = [...wanted].filter(([, id]) => !id || !known.has(id)).map(([text]) => text)
    if (unknown.length > 0)
      throw new Refusal(
        400,
        `No printed letter has the number ${unknown.join(', ')}. Nothing was saved.`,
        { code: 'unknown_numbers', unknown },
      )
    const at = now().toISOString()
    const which = queries.withIds([...known])
    await queries.markReturned(tx, which, { at, by: admin.email, reason })
    if (reason !== null) await revokeTokens(tx, await queries.listTokens(tx, which), at)
    const letters = found.map(({ id, ...letter }) => ({ number: letterNumber(id), ...letter }))
    return { letters }
  })
}

/** The letter's reader has reported that it is not for them. */
export async function returnByReader(tx: Tx, { token_hash }: Pick<Link, 'token_hash'>, at: string) {
  await queries.markReturned(tx, queries.withToken(token_hash), {
    at,
    by: 'the reader',
    reason: 'Not for the reader',
  })
  await revokeTokens(tx, [token_hash], at)
}
