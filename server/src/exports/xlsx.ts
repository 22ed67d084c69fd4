import { finished, type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '../db/schema.ts'
import { clientRows, HEADINGS } from './client-rows.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'xl/worksheets/sheet1.xml'

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

export function xlsxOf(db: Db, timeZone: string, chosen?: number[]): Readable {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetOf(clientRows(db, timeZone, chosen)))
  for (const [name, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + xml), name)
  zip.addReadStream(sheet, SHEET)
  zip.end()
  const file = zip.outputStream as PassThrough
  // A pipe passes on neither an error nor a closed reader.
  sheet.on('error', (error) => file.destroy(error))
  finished(file, () => sheet.destroy())
  return file
}

async function* sheetOf(clients: AsyncIterable<string[][]>): AsyncGenerator<string> {
  let count = 1
  yield `${XML}<worksheet xmlns="${MAIN}"><cols>${HEADINGS.map(column).join('')}</cols><sheetData>${row(HEADINGS, count)}`
  for await (const rows of clients) yield rows.map((r) => row(r, ++count)).join('')
  const all = `A1:${letter(HEADINGS.length - 1)}${count}`
  // Hides the green corner on each zip code.
  yield `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

const letter = (index: number) => String.fromCharCode(65 + index)

const widthFor = (heading: string) => Math.max(14, heading.length + 2) + 0.83

const column = (heading: string, index: number) =>
  `<col min="${index + 1}" max="${index + 1}" width="${widthFor(heading)}" customWidth="1"/>`

const row = (texts: string[], number: number) =>
  `<row r="${number}">${texts.map((text, index) => cell(text, `${letter(index)}${number}`)).join('')}</row>`

/** Text stays text: neither a zip code nor a formula is interpreted. */
function cell(text: string, place: string): string {
  if (text === '') return ''
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /[&<>]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi

const escaped = (text: string) =>
  text.replace(
    SPECIAL,
    (c) => ENTITIES[c] ?? `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
