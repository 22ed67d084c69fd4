import { finished, type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Pools } from '../db/open.ts'
import { type Chosen, type ClientColumn, clientRows, headingsOf } from './client-rows.ts'

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
  // Styles 1 and 2 are text: a zip code typed into a cell keeps its zeros.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/><xf xfId="0" numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

const FROZEN =
  '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

export function xlsxOf(pools: Pick<Pools, 'openClient'>, chosen: Chosen): Readable {
  const zip = new ZipFile()
  const written = { rows: 1 }
  const sheet = Readable.from(sheetOf(clientRows(pools, chosen), written, chosen.columns))
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name)
  zip.addReadStream(sheet, SHEET)
  // Read after the sheet: a filter needs the last row, also by name in LibreOffice.
  zip.addReadStream(Readable.from(bookOf(written, lastOf(chosen.columns))), 'xl/workbook.xml')
  zip.end()
  const file = zip.outputStream as PassThrough
  // A pipe passes on neither an error nor a closed reader.
  sheet.on('error', (error) => file.destroy(error))
  finished(file, () => sheet.destroy())
  return file
}

function* bookOf(written: { rows: number }, last: string) {
  yield `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Clients!$A$1:$${last}$${written.rows}</definedName></definedNames></workbook>`
}

async function* sheetOf(
  clients: AsyncIterable<string[][]>,
  written: { rows: number },
  columns: readonly ClientColumn[],
): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}">${FROZEN}<cols>${columns.map(column).join('')}</cols><sheetData>${row(headingsOf(columns), 1, HEADING)}`
  for await (const rows of clients) yield rows.map((r) => row(r, ++written.rows, TEXT)).join('')
  const all = `A1:${lastOf(columns)}${written.rows}`
  // Hides the green corner on each zip code.
  yield `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

const TEXT = 1
const HEADING = 2

/** A to Z, then AA. */
const letter = (index: number): string =>
  (index < 26 ? '' : letter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))
const lastOf = (columns: readonly ClientColumn[]) => letter(columns.length - 1)

const column = ({ width }: { width: number }, index: number) =>
  `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`

const row = (texts: string[], number: number, style: number) =>
  `<row r="${number}">${texts.map((text, index) => cell(text, `${letter(index)}${number}`, style)).join('')}</row>`

/** Text stays text: neither a zip code nor a formula is interpreted. */
function cell(text: string, place: string, style: number): string {
  if (text === '') return ''
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
