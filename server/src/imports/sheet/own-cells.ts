import type { ColumnField } from '@attest/contract/import-previews'
import type { OwnColumn, OwnField, OwnKind } from '@attest/contract/own-columns'
import { cleanText, valueText } from './clean-cell.ts'
import type { Headers } from './header-rows.ts'

/** What the cells of the firm's own columns may hold. */
export interface OwnFacts {
  columns: Pick<OwnColumn, 'id' | 'name' | 'kind' | 'choices'>[]
  administrators: { id: string; email: string }[]
}

/** A column of the sheet that fills an own one. A column that the import will create has a negative id: its place. */
export interface OwnSource {
  field: OwnField
  fills: ColumnField
  position: number
  /** '' for an empty cell; undefined for a value that does not fit, which is left out. */
  read: (raw: string) => string | undefined
}

/** Compared with headings without case, spaces and punctuation. */
export const headingOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The text that is alone in its row. Further right than in the second column, it may be a remark about the client above. */
export function sectionIn(texts: readonly string[], skipped: readonly number[] = []): string {
  const first = texts[0]?.trim() ? 0 : 1
  const isFree = (text: string, at: number) => at === first || !text.trim() || skipped.includes(at)
  return texts.every(isFree) ? cleanText(texts[first] ?? '') : ''
}

/** The texts that are alone in their rows above the headers. */
export const titlesOf = ({ table, index }: Headers, skipped?: readonly number[]) =>
  Array.from({ length: Math.max(index, 0) }, (_, at) => sectionIn(table.row(at), skipped))

/** Of two columns for the same own one, the first counts. */
export function ownSourcesOf(
  chosen: readonly (ColumnField | null | undefined)[],
  { columns, administrators }: OwnFacts,
): OwnSource[] {
  const sources = chosen.flatMap((fills, position): OwnSource[] => {
    if (!fills) return []
    const kind = newKind(fills)
    const found = columns.find(({ id }) => `own.${id}` === fills)
    if (!kind && !found) return []
    const reads = readers(administrators, found?.choices ?? [])
    const read = (raw: string) => {
      const text = valueText(raw)
      return text && reads[kind ?? found!.kind](text)
    }
    return [{ field: `own.${found?.id ?? -position - 1}`, fills, position, read }]
  })
  return sources.filter(
    ({ field }, index) => sources.findIndex((source) => source.field === field) === index,
  )
}

const newKind = (fills: ColumnField): OwnKind | undefined =>
  fills.startsWith('new.') ? (fills.slice('new.'.length) as OwnKind) : undefined

type Reads = (text: string) => string | undefined

const MAX_TEXT = 500
const MAX_CHOICE = 200

function readers(
  administrators: OwnFacts['administrators'],
  choices: readonly string[],
): Record<OwnKind, Reads> {
  const known = new Map(choices.map((choice) => [choice.toLowerCase(), choice]))
  return {
    text: (text) => (text.length > MAX_TEXT ? undefined : text),
    date: readDate,
    choice: (text) => (text.length > MAX_CHOICE ? undefined : spelled(known, text)),
    administrator: (text) => findAdministrator(administrators, text),
  }
}

/** The first spelling of a new choice counts for all its rows. */
function spelled(known: Map<string, string>, text: string): string {
  const key = text.toLowerCase()
  if (!known.has(key)) known.set(key, text)
  return known.get(key)!
}

/** “Priya Nair” may be priya.nair@example.com, if nobody else is. */
function findAdministrator(all: OwnFacts['administrators'], text: string): string | undefined {
  const exact = all.find(({ email }) => email === text.toLowerCase())
  const alike = all.filter(({ email }) => headingOf(email.split('@')[0]!) === headingOf(text))
  return exact?.id ?? (alike.length === 1 ? alike[0]!.id : undefined)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d\d?:\d\d.*)?$/
const MONTH_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d\d)$/
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/
const MONTH_NAMED = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3,9})\.?[-, ]+(\d{4}|\d\d)$/i

/** ISO 8601 of a date as an American office or a program writes it. */
export function readDate(text: string): string | undefined {
  const parts = (pattern: RegExp) => pattern.exec(text)?.slice(1)
  const [y, m, d] =
    parts(YEAR_FIRST) ??
    reordered(parts(MONTH_FIRST), [2, 0, 1]) ??
    reordered(parts(DAY_FIRST), [2, 1, 0]) ??
    reordered(parts(MONTH_NAMED), [2, 0, 1]) ??
    reordered(parts(DAY_AND_NAME), [2, 1, 0]) ??
    []
  if (!y || !m || !d) return undefined
  const month = /\d/.test(m) ? Number(m) : MONTHS.indexOf(m.slice(0, 3).toLowerCase()) + 1
  const date = new Date(Date.UTC(fullYear(y), month - 1, Number(d)))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(d)
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

const reordered = (parts: string[] | undefined, order: number[]) =>
  parts && order.map((index) => parts[index])

/** 26 is 2026, and 87 is 1987. */
const fullYear = (year: string) =>
  Number(year.length === 2 ? (year > '49' ? '19' : '20') + year : year)

const MOST_GUESSED_CHOICES = 20
const MAX_GUESSED_CHOICE = 60

/** Guesses the kind of a column from its values, one after the other. */
export function kindGuesser({ administrators }: OwnFacts) {
  const different = new Set<string>()
  let count = 0
  let [areDates, areAdministrators, areShort] = [true, true, true]
  return {
    add(text: string) {
      count++
      areDates &&= readDate(text) !== undefined
      areAdministrators &&= findAdministrator(administrators, text) !== undefined
      areShort &&= text.length <= MAX_GUESSED_CHOICE
      if (different.size <= MOST_GUESSED_CHOICES) different.add(text.toLowerCase())
    },
    kind(): OwnKind {
      if (areDates) return 'date'
      if (areAdministrators) return 'administrator'
      const isChoice = different.size <= MOST_GUESSED_CHOICES && different.size * 2 <= count
      return isChoice && areShort ? 'choice' : 'text'
    },
  }
}
