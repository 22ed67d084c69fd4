import type { CorrectedRows } from '@attest/contract/corrections'
import { BYTE_ORDER_MARK, CORRECTION_HEADINGS, defused } from '@attest/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SheetReading } from '../../deps.ts'
import { type Line, workbookOf } from '../../exports/xlsx.ts'
import { listAnswers } from '../../records/answers.ts'
import { listFormerNumbers } from '../../records/merges.ts'
import { extractOriginal, type KeptReading } from '../originals.ts'
import { oneAhead } from '../preview/make-preview.ts'
import { type ImportRecord, listReasons } from '../queries.ts'
import { ownSourcesFinder } from '../sheet/other-persons.ts'
import type { CopiedRow, Extracted } from '../sheet/read-sheet.ts'
import { cellsOfLine, lineWriter } from '../sheet/rows-file.ts'
import { cellsOf, readCells } from '../sheet/table.ts'
import { mistakenNumber } from '../stored.ts'
import { formerSelves, withNamesOnFile } from '../whole-name.ts'
import {
  answerText,
  DISPUTED,
  fieldName,
  type SheetClient,
  sheetClients,
  shownValue,
} from './answers-in-words.ts'
import { correctedFields, type Detail, enterFields, sourcesIn } from './correct-row.ts'

/** @throws Refusal 503 if the secret key does not open the file, or too many files wait */
export async function correctedSheet(
  deps: SheetReading,
  record: ImportRecord,
  reading: KeptReading,
  rows: CorrectedRows,
) {
  const choices = choicesOf(reading)
  const numbers = choices.sources.find(({ field }) => field === 'client_number')?.columns ?? []
  const { extracted, batches } = await extractOriginal(deps, record, { ...reading, numbers })
  const { TIME_ZONE: timeZone } = deps.config
  const sheet = { record, timeZone, ...extracted, ...choices }
  const lines = linesOf(deps.db, sheet, rows, batches)
  if (extracted.delimiter) return textOf(lines, extracted)
  const widths = [...Array.from({ length: sheet.width }, () => 18), 44, 44]
  return workbookOf(lines, { name: reading.sheet, widths, headings: sheet.headerRow })
}

const choicesOf = ({ sheet, headerRow = 1, edits, columns }: KeptReading) => ({
  headerRow,
  isText: sheet === '',
  edits: new Map(edits),
  sources: sourcesIn(columns),
  ownOf: ownSourcesFinder(
    columns.map(({ header }) => header),
    sourcesIn(columns),
  ),
})

type Sheet = ReturnType<typeof choicesOf> &
  Extracted & {
    record: ImportRecord
    timeZone: string
  }

async function* textOf(lines: AsyncIterable<SheetLine[]>, file: Extracted) {
  const { delimiter = ',', isMarked } = file
  const write = lineWriter(delimiter)
  const end = delimiter.repeat(CORRECTION_HEADINGS.length)
  if (isMarked) yield BYTE_ORDER_MARK
  for await (const some of lines)
    yield some.map(({ line, texts }) => `${line ? line + end : write(texts)}\r\n`).join('')
}

/** `line` is the file's own line, given instead of `texts`. */
type SheetLine = Line & { line?: string; isKept: boolean }

const ROWS_AT_ONCE = 200

async function* linesOf(
  db: Db,
  sheet: Sheet,
  rows: CorrectedRows,
  batches: AsyncIterable<string[]>,
): AsyncGenerator<SheetLine[]> {
  let next = 1
  const look = async (lines: string[]) => {
    const copied = lines.map((line) => rowOf(sheet, line, next++))
    return { copied, known: await findKnown(db, sheet, copied) }
  }
  for await (const { copied, known } of oneAhead(batches, look))
    for (let from = 0; from < copied.length; from += ROWS_AT_ONCE)
      yield copied
        .slice(from, from + ROWS_AT_ONCE)
        .map((row) => lineOf(sheet, row, known))
        .filter(({ isKept }) => rows === 'all' || isKept)
}

type Row = ReturnType<typeof rowOf>

function rowOf({ headerRow, edits }: Sheet, line: string, row: number) {
  const copied: CopiedRow = JSON.parse(line)
  const number = edits.get(row)?.client_number ?? copied.number
  return { ...copied, row, number: row > headerRow ? number : '' }
}

type Known = Awaited<ReturnType<typeof findKnown>>

async function findKnown(db: Db, { record }: Sheet, copied: readonly Row[]) {
  const numbers = copied.map(({ number }) => number)
  const rows = copied.map(({ row }) => row)
  const [known, rejected] = await Promise.all([
    knownClients(db, numbers, record),
    record.rejected > 0 ? listReasons(db, record.id, rows) : [],
  ])
  return { ...known, reasons: new Map(rejected.map(({ row, reason }) => [row, reason])) }
}

/** Finds clients by the rows' numbers, as an import would. Leaves out its clients who have not answered. */
async function knownClients(db: Db, all: string[], { created_at, finished_at }: ImportRecord) {
  // Most have not answered: nothing else about them is read.
  const { rows } = await sql<{ number: string }>`
    select number from unnest(${all}::text[]) number where number <> '' and not exists (
      select from clients c where client_number = number and created_at <= ${finished_at ?? 'infinity'}
        and not exists (select from answers where client_id = c.id)
        and not exists (select from merged_clients where into_id = c.id))
  `.execute(db)
  const numbers = rows.map(({ number }) => number)
  const ids = sql`select id from clients where client_number = any(${numbers}) union all
    select s.root_id from merged_clients m join merged_stories s using (client_id) where m.client_number = any(${numbers})`
  const isRenumbered = sql<boolean>`exists (select from changes where client_id = clients.id
    and timestamp >= ${created_at} and old_data::jsonb ? 'client_number')`
  const [clients, answers] = await Promise.all([
    sheetClients(db)
      .select(isRenumbered.as('renumbered'))
      .where(sql<boolean>`id = any(${ids})`)
      .execute(),
    listAnswers(db, ids),
  ])
  const byNumber = new Map(clients.map((client) => [client.client_number, client]))
  const gone = numbers.filter((number) => !byNumber.has(number))
  const former = gone.length > 0 ? await listFormerNumbers(db, gone) : []
  const trashed = db.selectFrom('trashed_clients').select('client_number')
  const isGone = sql<boolean>`client_number = any(${gone})`
  const deleted = gone.length > 0 ? await trashed.where(isGone).execute() : []
  const present = new Map(former.map((one) => [one.former, one.client_number]))
  const clientOf = (number: string) => byNumber.get(present.get(number) ?? number)
  return {
    clients: new Map(numbers.map((number) => [number, clientOf(number)])),
    deleted: new Set(deleted.map(({ client_number }) => client_number)),
    answers,
  }
}

interface Correction {
  cells?: ReadonlyMap<number, string>
  note?: string
  answer?: string
  isKept?: boolean
}

function correctRow(
  { record, edits: all, ownOf, timeZone }: Sheet,
  { row, number }: Row,
  texts: readonly string[],
  known: Known,
): Correction {
  const reason = known.reasons.get(row)
  if (reason !== undefined) return { note: `Not imported: ${reason}` }
  if (!known.clients.has(number)) return {}
  const client = known.clients.get(number)
  if (!client)
    return known.deleted.has(number)
      ? { note: 'Deleted' }
      : { note: 'No client has this number', isKept: true }
  if (client.created_at > (record.finished_at ?? '9') || client.renumbered) return REUSED
  const merged = number === client.client_number ? '' : `Merged with client ${client.client_number}`
  const answers = known.answers.get(client.id)
  if (!answers) return { note: merged }
  const edits = all.get(row) ?? {}
  const sources = ownOf(texts)
  const people = formerSelves(client, answers)
  const read = { ...cellsOf(texts, sources), ...edits }
  const given = withNamesOnFile(read, people) ?? read
  // An office may have given the number to somebody else. The client may have changed name and email.
  if (people.every((each) => mistakenNumber(each, { ...each, ...given }, given))) return REUSED
  const fields = correctedFields(given, client, answers, record.created_at)
  const isSince = answers.some(({ recorded_at }) => recorded_at >= record.created_at)
  const answer = fields.length > 0 || isSince ? answerText(answers, client, fields, timeZone) : ''
  const { cells, left } = client.disputed_at
    ? { cells: new Map<number, string>(), left: fields }
    : enterFields({ texts, edits, given, client, sources }, fields)
  const entered = fields.filter((field) => !left.includes(field))
  const notes = [
    merged,
    entered.map((field) => fieldName(field, client)).join(', '),
    left.length > 0 && client.disputed_at && DISPUTED,
    left.length > 0 && `Not entered: ${left.map((field) => leftText(field, client)).join(', ')}`,
  ]
  return { cells, answer, note: notes.filter(Boolean).join('. '), isKept: fields.length > 0 }
}

/** The row's owner is uncertain, so the row is always kept. */
const REUSED: Correction = { note: 'Another client has this number now', isKept: true }

const leftText = (field: Detail, client: SheetClient) =>
  `${fieldName(field, client)} ${shownValue(field, client[field]) || '(empty)'}`

function lineOf(sheet: Sheet, copied: Row, known: Known): SheetLine {
  const { width, headerRow, isText, delimiter = ',' } = sheet
  const { row, number, line } = copied
  const isSame = row > headerRow && !known.reasons.has(row) && !known.clients.has(number)
  if (isSame && line) return { line, texts: [], isKept: false }
  const shown = line === undefined ? copied.shown : cellsOfLine(line, delimiter)
  const read = copied.texts ?? readCells(shown ?? [], String)
  const texts = [...(shown ?? read)]
  if (row <= headerRow) {
    if (row === headerRow) texts.push(...CORRECTION_HEADINGS)
    return { texts, isKept: true }
  }
  const {
    cells = new Map(),
    note = '',
    answer = '',
    isKept = false,
  } = correctRow(sheet, copied, read, known)
  for (const [column, text] of cells)
    texts[column] = isText && !isAsSafe(text, texts[column]!) ? harmless(text) : text
  texts.push(...[note, answer].map((text) => (isText ? harmless(text) : text)))
  return { texts, colored: new Set([...cells.keys(), ...(note ? [width] : [])]), isKept }
}

/** Safe as well in a program that splits lines at commas instead of the file's delimiter. */
const harmless = (text: string) => defused(text).replace(/,(?="*[=+\-@])/g, ",'")

/** The form is safe or was there before: a text as a formula, or a phone number with its plus. */
const isAsSafe = (text: string, old: string) =>
  /^="[^"]*"$/.test(text) || (old.startsWith('+') && /^\+[\d\s().-]+$/.test(text))
