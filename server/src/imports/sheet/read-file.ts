import type { Encoding } from '@attest/contract/encodings'
import { IMPORT_EXTENSIONS } from '@attest/contract/imports'
import type { Bytes } from './bytes.ts'
import { decodeText } from './decode-text.ts'
import { readCsv } from './read-csv.ts'
import { SheetRejected } from './sheet-rejected.ts'
import type { Table } from './table.ts'

/** First bytes of files that look like text, but hold no table. */
const OTHER_FORMATS: ReadonlyArray<readonly [start: string, name: string]> = [
  ['%PDF', 'a PDF document'],
  ['{\\rtf', 'a text document'],
]

const ZIP = ['PK\x03\x04', 'PK\x05\x06']
const COMPOUND_FILE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

const MARKUP = /^\s*<(?:\?xml|!doctype|!--|html|head|meta|style|body|div|table)\b/i

/** The header lines of an email, as programs save web archives. */
const MHTML = /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*){0,12}content-type:\s*multipart\/related/i

const ADVICE = 'Save the list as .xlsx or .csv and choose that file.'

/** Decides by the content; the name only confirms. */
export async function readFileTables(
  bytes: Bytes,
  fileName: string,
  encoding?: Encoding,
): Promise<Table[]> {
  if (!IMPORT_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension))) {
    throw new SheetRejected(
      /\.xlsb$/i.test(fileName)
        ? `“${fileName}” is a binary workbook. Save it as .xlsx; ${IMPORT_EXTENSIONS.join(', ')} can be read.`
        : 'Please select a CSV or Excel file.',
    )
  }
  const start = bytes.subarray(0, 8).toString('latin1')
  const all = () => bytes.subarray(0, bytes.length)
  if (bytes.length === 0) throw new SheetRejected(`“${fileName}” is empty.`)
  if (ZIP.some((mark) => start.startsWith(mark))) {
    return (await import('./read-workbook.ts')).readZippedWorkbook(all(), fileName)
  }
  if (start === COMPOUND_FILE) {
    return (await import('./read-workbook.ts')).readOldWorkbook(all(), fileName)
  }
  const other = OTHER_FORMATS.find(([mark]) => start.startsWith(mark))?.[1]
  if (other) throw new SheetRejected(`“${fileName}” is ${other}, not a sheet. ${ADVICE}`)
  return readTextTables(bytes, fileName, encoding)
}

async function readTextTables(bytes: Bytes, fileName: string, chosen?: Encoding): Promise<Table[]> {
  const text = decodeText(bytes, chosen)
  if (text === undefined) {
    throw new SheetRejected(`“${fileName}” is neither a CSV file nor an Excel workbook. ${ADVICE}`)
  }
  if (/\.(xls[xm]|ods)$/i.test(fileName)) {
    throw new SheetRejected(
      `“${fileName}” is not a workbook but a text file. If it holds a list, give it the ending .csv.`,
    )
  }
  const { parts, encoding } = text
  const [start = ''] = parts()
  if (MHTML.test(start)) {
    throw new SheetRejected(
      `“${fileName}” is a web archive (MHTML), not a workbook. Open it in Excel, choose Save As and the type .xlsx.`,
    )
  }
  if (!MARKUP.test(start)) return [{ ...readCsv(parts), ...(encoding && { encoding }) }]
  return (await import('./read-workbook.ts')).readMarkup([...parts()].join(''), fileName)
}
