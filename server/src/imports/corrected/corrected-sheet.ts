import { rm } from 'node:fs/promises'
import type { CorrectedRows } from '@attest/contract/corrections'
import { BYTE_ORDER_MARK, CORRECTION_HEADINGS, defused } from '@attest/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { SheetReading } from '../../deps.ts'
import { type Line, workbookOf } from '../../exports/xlsx.ts'
import { type Answer, listAnswers } from '../../records/answers.ts'
import { copyOriginal, type KeptReading } from '../originals.ts'
import { oneAhead } from '../preview/make-preview.ts'
import { type ImportRecord, listReasons } from '../queries.ts'
import { type Cells, cleanCell } from '../sheet/clean-cell.ts'
import type { Source } from '../sheet/match-columns.ts'
import type { Extracted, TextRow } from '../sheet/read-sheet.ts'
import { readBatches } from '../sheet/rows-file.ts'
import { cellsOf } from '../sheet/table.ts'
import { mistakenNumber, withPresentNumbers } from '../stored.ts'
import {
  answerText,
  DISPUTED,
  fieldName,
  type SheetClient,
  sheetClients,
  shownValue,
} from './answers-in-words.ts'
import { correctedFields, type Detail, enterFields, sourcesIn } from './correct-row.ts'

interface Asked {
  record: ImportRecord
  reading: KeptReading
  rows: CorrectedRows
}

/** @throws Refusal 503 if the secret key does not open the file, or too many files wait */
export async function correctedSheet(deps: SheetReading, asked: Asked) {
  const { record, reading } = asked
  const { sheet, includeHidden, encoding, headerRow: headings = 1 } = reading
  const path = await copyOriginal(deps, record.id)
  const target = `${path}.rows`
  const extract = { sheet, includeHidden, encoding }
  const extracted = await deps.sheets
    .read<Extracted>({ path, fileName: record.file_name, target, extract })
    .finally(() => rm(path, { force: true }))
  const { width } = extracted
  const lines = linesOf(deps, asked, { width, target })
  if (extracted.delimiter) return textOf(lines, extracted)
  const widths = [...Array.from({ length: width }, () => 18), 44, 44]
  return workbookOf(lines, { name: sheet, widths, headings })
}

async function* textOf(lines: AsyncIterable<Line[]>, { delimiter = ',', isMarked }: Extracted) {
  const special = new RegExp(`[${delimiter}"\r\n]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  if (isMarked) yield BYTE_ORDER_MARK
  for await (const some of lines)
    yield some.map(({ texts }) => `${texts.map(quoted).join(delimiter)}\r\n`).join('')
}

async function* linesOf(
  deps: SheetReading,
  { record, reading, rows }: Asked,
  { width, target }: { width: number; target: string },
): AsyncGenerator<Line[]> {
  const { headerRow = 1 } = reading
  const sources = sourcesIn(reading.columns)
  const edits = new Map(reading.edits)
  const { TIME_ZONE: timeZone } = deps.config
  const sheet = { record, width, isText: reading.sheet === '', timeZone, edits, sources }
  const end = (row: number) => (row === headerRow ? CORRECTION_HEADINGS : [])
  try {
    const look = async (batch: TextRow[]) => {
      const above = batch.filter(({ row }) => row <= headerRow)
      const below = batch.slice(above.length)
      return { above, below, known: await findKnown(deps.db, sheet, below) }
    }
    // Twice as many rows take a third more memory. Lines are made when they are written.
    const batches = readBatches<TextRow>(target, 500)
    for await (const { above, below, known } of oneAhead(batches, look)) {
      const titles = above.map((row) => ({ texts: [...padded(row, width), ...end(row.row)] }))
      const lines = below.map((row, at) => lineOf(sheet, row, correctRow(sheet, row, at, known)))
      yield [...titles, ...lines.filter((line) => rows === 'all' || line.isCorrected)]
    }
  } finally {
    await rm(target, { force: true })
  }
}

const padded = ({ texts, shown = texts }: TextRow, width: number) =>
  [...shown, ...Array<string>(Math.max(0, width - shown.length)).fill('')].slice(0, width)

interface Sheet {
  record: ImportRecord
  width: number
  isText: boolean
  timeZone: string
  edits: ReadonlyMap<number, Cells>
  sources: readonly Source[]
}

async function findKnown(db: Db, { record, edits, sources }: Sheet, rows: readonly TextRow[]) {
  const columns = sources.find(({ field }) => field === 'client_number')?.columns ?? []
  const numbers = rows.map(({ row, texts }) => {
    const read = columns.map((column) => cleanCell('client_number', texts[column] ?? ''))
    return edits.get(row)?.client_number ?? read.find(Boolean) ?? ''
  })
  const at = rows.map(({ row }) => row)
  const [known, rejected] = await Promise.all([
    knownClients(db, numbers, record),
    record.rejected > 0 ? listReasons(db, record.id, at) : [],
  ])
  return { ...known, numbers, reasons: new Map(rejected.map(({ row, reason }) => [row, reason])) }
}

/** By the numbers of the rows, as an import would match them. Absent: clients of before its end without an answer. */
async function knownClients(db: Db, all: string[], { created_at, finished_at }: ImportRecord) {
  // Most have not answered: nothing else about them is read.
  const { rows: silent } = await sql<{ client_number: string }>`
    select client_number from clients c
    where client_number = any(${all}) and created_at <= ${finished_at ?? 'infinity'}
      and not exists (select from answers where client_id = c.id)
      and not exists (select from merged_clients where into_id = c.id)
  `.execute(db)
  const isSilent = new Set(silent.map(({ client_number }) => client_number))
  const numbers = all.filter((number) => !isSilent.has(number))
  const rows = numbers.map((client_number) => ({ row: 0, cells: { client_number } }))
  const present = (await withPresentNumbers(db, rows)).map(({ cells }) => cells.client_number ?? '')
  const isListed = sql<boolean>`client_number = any(${present})`
  const [listed, renumbered, trashed] = await Promise.all([
    sheetClients(db).where(isListed).execute(),
    sql<{ client_id: number }>`
      select distinct h.client_id from changes h join clients c on c.id = h.client_id
      where c.client_number = any(${present}) and h.timestamp >= ${created_at} and h.old_data::jsonb ? 'client_number'
    `.execute(db),
    db.selectFrom('trashed_clients').select('client_number').where(isListed).execute(),
  ])
  const byNumber = new Map(listed.map((client) => [client.client_number, client]))
  const ids = listed.map(({ id }) => id)
  return {
    clients: new Map(numbers.map((number, at) => [number, byNumber.get(present[at]!)])),
    renumbered: new Set(renumbered.rows.map(({ client_id }) => client_id)),
    deleted: new Set(trashed.map(({ client_number }) => client_number)),
    answers: await listAnswers(db, ids),
  }
}

interface Correction {
  cells?: ReadonlyMap<number, string>
  note?: string
  answer?: string
  isCorrected?: boolean
}

function correctRow(
  { record, edits: all, sources, timeZone }: Sheet,
  { row, texts }: TextRow,
  at: number,
  known: Awaited<ReturnType<typeof findKnown>>,
): Correction {
  const number = known.numbers[at]!
  const reason = known.reasons.get(row)
  if (reason !== undefined) return { note: `Not imported: ${reason}` }
  if (number === '' || !known.clients.has(number)) return {}
  const client = known.clients.get(number)
  if (!client)
    return known.deleted.has(number)
      ? { note: 'Deleted' }
      : { note: 'No client has this number', isCorrected: true }
  if (client.created_at > (record.finished_at ?? '9') || known.renumbered.has(client.id))
    return REUSED
  const merged = number === client.client_number ? '' : `Merged with client ${client.client_number}`
  const answers = known.answers.get(client.id)
  if (!answers) return { note: merged }
  const edits = all.get(row) ?? {}
  const given = { ...cellsOf(texts, sources), ...edits }
  if (!isPerson(given, client, answers)) return REUSED
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
  return { cells, answer, note: notes.filter(Boolean).join('. '), isCorrected: fields.length > 0 }
}

/** Whose row it is cannot be told: it is never left out. */
const REUSED: Correction = { note: 'Another client has this number now', isCorrected: true }

const leftText = (field: Detail, client: SheetClient) =>
  `${fieldName(field, client)} ${shownValue(field, client[field]) || '(empty)'}`

/** An office may have given the number to somebody else. The client may have changed name and email. */
const isPerson = (given: Cells, client: SheetClient, answers: readonly Answer[]) =>
  [{}, ...answers.map(({ old }) => old)].some(
    (old) => !mistakenNumber({ ...client, ...old }, { ...client, ...given }),
  )

function lineOf(
  { width, isText }: Sheet,
  row: TextRow,
  { cells, note = '', answer = '', isCorrected = false }: Correction,
): Line & { isCorrected: boolean } {
  const texts = padded(row, width)
  for (const [column, text] of cells ?? [])
    texts[column] = isText && !isAsSafe(text, texts[column]!) ? harmless(text) : text
  const colored =
    note || cells ? new Set([...(cells?.keys() ?? []), ...(note ? [width] : [])]) : undefined
  texts.push(...[note, answer].map((text) => (isText ? harmless(text) : text)))
  return { texts, colored, isCorrected }
}

/** Also if a program splits the line at its commas, whatever the file's own delimiter is. */
const harmless = (text: string) => defused(text).replace(/,(?="*[=+\-@])/g, ",'")

/** A text in the form of a formula, and a phone number in the notation of the cell before. */
const isAsSafe = (text: string, old: string) =>
  /^="[^"]*"$/.test(text) || (old.startsWith('+') && /^\+[\d\s().-]+$/.test(text))
