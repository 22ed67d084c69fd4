import { finished, type PassThrough, Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLines, type ExportFormat } from '@attest/contract/exports'
import { ZipFile } from 'yazl'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'xl/worksheets/sheet1.xml'

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Styles 1 to 3 are text: a zip code typed into a cell keeps its zeros.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFE699"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" fillId="2" applyFill="1"/></cellXfs></styleSheet>`,
}

const frozen = (rows: number) =>
  `<sheetViews><sheetView tabSelected="1" workbookViewId="0">${rows > 0 ? `<pane ySplit="${rows}" topLeftCell="A${rows + 1}" activePane="bottomLeft" state="frozen"/>` : ''}</sheetView></sheetViews>`

export interface Line {
  texts: readonly string[]
  colored?: ReadonlySet<number> | undefined
}

export interface Workbook {
  name: string
  /** The width of each column in characters. */
  widths: readonly number[]
  /** The row of the headings, from 1; 0: no headings. */
  headings: number
}

export interface SheetColumn {
  heading: string
  /** In characters. */
  width: number
}

export function sheetFile(
  format: ExportFormat,
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<string[][]>,
) {
  const headings = columns.map(({ heading }) => heading)
  if (format === 'csv') return csvOf(headings, batches)
  const widths = columns.map(({ width }) => width)
  return workbookOf(linesOf(headings, batches), { name, widths, headings: 1 })
}

async function* csvOf(headings: string[], batches: AsyncIterable<string[][]>) {
  yield BYTE_ORDER_MARK + csvLines([headings])
  for await (const rows of batches) yield csvLines(rows)
}

async function* linesOf(headings: string[], batches: AsyncIterable<string[][]>) {
  yield [{ texts: headings }]
  for await (const rows of batches) yield rows.map((texts) => ({ texts }))
}

export function workbookOf(lines: AsyncIterable<Line[]>, book: Workbook): Readable {
  const zip = new ZipFile()
  const written = { rows: 0 }
  const sheet = Readable.from(sheetOf(lines, written, book))
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name)
  zip.addReadStream(sheet, SHEET)
  // Written after the sheet, since the filter needs the last row. LibreOffice needs the filter's name too.
  zip.addReadStream(Readable.from(bookOf(written, book)), 'xl/workbook.xml')
  zip.end()
  const file = zip.outputStream as PassThrough
  // A pipe passes on neither an error nor a closed reader.
  sheet.on('error', (error) => file.destroy(error))
  finished(file, () => sheet.destroy())
  return file
}

function* bookOf(written: { rows: number }, { name, ...book }: Workbook) {
  // Other programs refuse longer names, and some characters.
  const sheet = escaped(name.replace(/[[\]:*?/\\"]/g, ' ').slice(0, 31))
  const range = rangeOf(written, book).replace(/[A-Z]+/g, '$$$&$')
  yield `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${sheet.replaceAll("'", "''")}'!${range}</definedName></definedNames></workbook>`
}

const rangeOf = ({ rows }: { rows: number }, { widths, headings }: Omit<Workbook, 'name'>) =>
  `A${headings || 1}:${letter(widths.length - 1)}${rows}`

async function* sheetOf(
  lines: AsyncIterable<Line[]>,
  written: { rows: number },
  book: Workbook,
): AsyncGenerator<string> {
  const { headings, widths } = book
  yield `${XML}<worksheet xmlns="${MAIN}">${frozen(headings)}<cols>${widths.map(column).join('')}</cols><sheetData>`
  for await (const some of lines)
    yield some
      .map((line) => row(line, ++written.rows, written.rows === headings ? HEADING : TEXT))
      .join('')
  const all = rangeOf(written, book)
  // Hides the green corner on each zip code.
  yield `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

const TEXT = 1
const HEADING = 2
const COLORED = 3

const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const column = (width: number, index: number) =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`

const row = ({ texts, colored }: Line, number: number, style: number) =>
  `<row r="${number}">${texts.map((text, index) => cell(text, `${letter(index)}${number}`, colored?.has(index) ? COLORED : style)).join('')}</row>`

/** Text stays text: neither a zip code nor a formula is interpreted. */
function cell(text: string, place: string, style: number): string {
  if (text === '') return style === COLORED ? `<c r="${place}" s="${style}"/>` : ''
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi

const escaped = (text: string) =>
  text.replace(
    SPECIAL,
    (c) => ENTITIES[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
