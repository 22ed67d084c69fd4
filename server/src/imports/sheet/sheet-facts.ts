import { slotOfHeader } from './column-headers.ts'
import { isHeeded } from './do-not-email.ts'
import { FIRST_ROWS } from './header-rows.ts'
import type { ReadTable, Table } from './table.ts'

// Searched as bytes, since a sheet's XML may be too large for a text.

/** Facts about a sheet that the workbook library does not report. */
export interface SheetFacts {
  hidden: Hidden
  /** Cells with a formula whose result is not stored: their program did not compute it. */
  formulas: number
}

export function factsOfXlsx(xml: Buffer, styles: string): SheetFacts {
  const prefix = /<(\w+:)?worksheet\b/.exec(xml.toString('latin1', 0, 1000))?.[1] ?? ''
  const hidden = hiddenInXlsx(xml, prefix, struckFormats(styles))
  return { hidden, formulas: formulasInXlsx(xml, prefix) }
}

/** Formats of cells that are struck through. */
function struckFormats(styles: string): Set<number> {
  const fonts = styles.match(/<font>.*?<\/font>|<font\/>/gs) ?? []
  const [formats = ''] = /<cellXfs.*?<\/cellXfs>/s.exec(styles) ?? []
  const fontOf = [...formats.matchAll(/<xf [^>]*fontId="(\d+)"/g)].map(([, font]) => Number(font))
  return new Set(fontOf.flatMap((font, format) => (STRUCK.test(fonts[font] ?? '') ? format : [])))
}

const STRUCK = /<strike(?! val="(?:0|false)")/

/** A row whose first text is struck through was crossed out by somebody. */
function hiddenInXlsx(xml: Buffer, prefix: string, struck: ReadonlySet<number>): Hidden {
  const hidden = noneHidden()
  const cellsOf = (at: number) => {
    const end = xml.indexOf(`</${prefix}row>`, at)
    return tagsOf(xml.subarray(at, end < 0 ? at : end), `<${prefix}c`)
  }
  let row = 0
  for (const { tag, at } of tagsOf(xml, `<${prefix}row`)) {
    // Some programs number no rows.
    row = numberIn(tag, 'r') ?? row + 1
    const mayBeStruck = struck.size > 0 && !tag.endsWith('/')
    const first = mayBeStruck && cellsOf(at).find((cell) => !cell.tag.endsWith('/'))
    const isStruck = first && struck.has(numberIn(first.tag, 's') ?? -1)
    if (isStruck || HIDDEN.test(tag) || / ht="0(?:\.0+)?"/.test(tag)) hidden.rows.add(row - 1)
  }
  for (const { tag } of tagsOf(xml, `<${prefix}col`)) {
    const isHidden = HIDDEN.test(tag) || / width="0(?:\.0+)?"/.test(tag)
    if (isHidden) addColumns(hidden, numberIn(tag, 'min')! - 1, numberIn(tag, 'max')!)
  }
  return hidden
}

const HIDDEN = / hidden="(?:1|true)"/

function formulasInXlsx(xml: Buffer, prefix: string): number {
  if (!xml.includes(`<${prefix}f`)) return 0
  const formula = new RegExp(`<${prefix}f[\\s/>]`)
  // An empty text is a result, too.
  const result = new RegExp(`<${prefix}v[^>]*>[^<]|^[^>]* t="str"[^]*<${prefix}v\\b`)
  const starts = Array.from(tagsOf(xml, `<${prefix}c`), ({ at }) => at)
  return starts.filter((at, index) => {
    const cell = xml.toString('latin1', at, starts[index + 1])
    return formula.test(cell) && !result.test(cell)
  }).length
}

/** Facts about the tables in an .ods, in their order. */
export function factsOfOds(xml: Buffer): SheetFacts[] {
  const tables = [...tagsOf(xml, '<table:table')].filter(({ tag }) => !tag.endsWith('/'))
  return tables.map(({ at }, index) => factsOfTable(xml.subarray(at, tables[index + 1]?.at)))
}

function factsOfTable(xml: Buffer): SheetFacts {
  const hidden = noneHidden()
  let row = 0
  for (const { tag } of tagsOf(xml, '<table:table-row')) {
    const count = numberIn(tag, 'table:number-rows-repeated') ?? 1
    const last = Math.min(count, MAX_REPEATED)
    if (INVISIBLE.test(tag)) for (let i = 0; i < last; i++) hidden.rows.add(row + i)
    row += count
  }
  let column = 0
  for (const { tag } of tagsOf(xml, '<table:table-column')) {
    const end = column + (numberIn(tag, 'table:number-columns-repeated') ?? 1)
    if (INVISIBLE.test(tag)) addColumns(hidden, column, end)
    column = end
  }
  return { hidden, formulas: formulasInTable(xml) }
}

const INVISIBLE = / table:visibility="(?:collapse|filter)"/

/** Equal rows are written as one; more of them are blank. */
const MAX_REPEATED = 1000

function formulasInTable(xml: Buffer): number {
  if (!xml.includes(' table:formula=')) return 0
  let formulas = 0
  for (const { tag, at } of tagsOf(xml, '<table:table-cell')) {
    if (!/ table:formula=/.test(tag) || / office:value-type=/.test(tag)) continue
    const shown = xml.toString('latin1', at + tag.length + 1, at + tag.length + 100)
    if (!/^\s*<text:p[^>]*>[^<]/.test(shown)) formulas++
  }
  return formulas
}

function numberIn(tag: string, name: string): number | undefined {
  const digits = new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Texts without the parts that are struck through, if other parts stay: “~~1 Elm St~~ 9 Oak Ave”. */
export const unstruck = (texts: string) =>
  texts.replace(/<(si|is)>.*?<\/\1>/gs, (text) => {
    const rest = text.replace(/<r>.*?<\/r>/gs, (part) => (STRUCK.test(part) ? '' : part))
    return rest.includes('<t') ? rest : text
  })

/** Each tag without its end. */
function* tagsOf(xml: Buffer, start: string): Generator<{ tag: string; at: number }> {
  for (let at = xml.indexOf(start); at >= 0; at = xml.indexOf(start, at + 1)) {
    if (!/[\s/>]/.test(String.fromCharCode(xml[at + start.length] ?? 0))) continue
    const end = xml.indexOf('>', at)
    if (end < 0) return
    yield { tag: xml.toString('latin1', at, end), at }
  }
}

/** “All columns to the right” is one range. */
const LAST_COLUMN = 500

function addColumns({ columns }: Hidden, first: number, end: number) {
  for (let column = first; column < Math.min(end, LAST_COLUMN); column++) columns.add(column)
}

export interface Hidden {
  rows: Set<number>
  columns: Set<number>
}

const noneHidden = (): Hidden => ({ rows: new Set(), columns: new Set() })

type Flags = readonly ({ hidden?: boolean } | undefined)[]

export const factsOfXls = (rows?: Flags, columns?: Flags): SheetFacts => ({
  hidden: { rows: hiddenOf(rows), columns: hiddenOf(columns) },
  formulas: 0,
})

const hiddenOf = (flags: Flags = []) =>
  new Set(flags.flatMap((flag, index) => (flag?.hidden ? index : [])))

export function withoutHidden(table: Table): Table {
  const { hidden } = table
  if (!hidden) return table
  const rows = FIRST_ROWS.map((index) => table.row(index))
  const isLeftOut = (column: number) => {
    const texts = rows.map((row) => row[column] ?? '')
    return !isHeeded(texts.find((text) => slotOfHeader(text) || isHeeded(text)) ?? '')
  }
  const columns = new Set([...hidden.columns].filter(isLeftOut))
  const shown = (text: string, column: number) => (columns.has(column) ? '' : text)
  return { ...table, row: (at) => (hidden.rows.has(at) ? [] : table.row(at).map(shown)) }
}

export function countHidden(
  { hidden, row, rowCount }: Table,
  headers: number,
): ReadTable['hidden'] {
  const { rows, columns } = hidden ?? noneHidden()
  const hasText = (text = '') => text.trim() !== ''
  return {
    rows: [...rows].filter(
      (index) => index > headers && index < rowCount && row(index).some(hasText),
    ).length,
    columns: [...columns].filter((column) => hasText(row(headers)[column])).length,
  }
}
