import * as z from 'zod/mini'
import { CLIENT_FIELDS, type ClientField, DEFAULT_TEMPLATE, FIELDS } from './client-fields.ts'
import { ClientFilter, idList } from './clients.ts'
import { endpoint } from './endpoint.ts'

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** Columns of an export that an import ignores. */
export const EXPORT_ONLY_HEADINGS: readonly string[] = ['Status', 'Last Updated', 'Created']

/** Columns that a corrected sheet adds: an import ignores them, too. */
export const CORRECTION_HEADINGS = ['Corrections', 'Client Answer'] as const

/** The longest wait of an export: the server writes at most two CSV files and one workbook at a time. */
export const EXPORT_WAIT_MS = 5 * 60 * 1000

/** All clients, those who match, or those of `ids`. */
export const exportClients = endpoint('GET /api/admin/export', {
  query: z.extend(ClientFilter, { format: ExportFormat, ids: z.optional(idList) }),
})

interface SheetColumn {
  /** A valid value. The zip code has no 0 in front, which a spreadsheet would drop. */
  sample: string
  /** In characters. */
  width: number
  /** The heading in exports, if it is not the label. */
  heading?: string
}

/** Not in `client-fields.ts`, which the first screens load. */
export const SHEET_COLUMNS: Readonly<Record<ClientField, SheetColumn>> = {
  client_number: { sample: '1001', width: 16 },
  first_name: { sample: 'Esperanza', width: 16 },
  last_name: { sample: "O'Brien", width: 18 },
  email: { sample: 'esperanza.obrien@example.com', width: 34 },
  phone_number: { sample: '(212) 555-0140', width: 18 },
  alt_number: { sample: '(212) 555-0143', width: 18, heading: 'Alt Number' },
  address: { sample: '12 Elm Street, Apt 4B', width: 36 },
  city: { sample: 'New York', width: 18 },
  state: { sample: 'NY', width: 10 },
  zip_code: { sample: '10001', width: 12 },
  country: { sample: 'United States', width: 18 },
  language: { sample: 'en', width: 12 },
  group_template: { sample: DEFAULT_TEMPLATE, width: 18 },
}

export const SAMPLE_SHEET = [
  CLIENT_FIELDS.map((field) => FIELDS[field].label),
  CLIENT_FIELDS.map((field) => SHEET_COLUMNS[field].sample),
]

/** Marks UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets read a formula at a cell's start. A program may also split cells at `;`, tabs and line breaks. */
const FORMULA = /^(?=[=+\-@\t\r])/
const FORMULA_WITHIN = /([;\t\r\n]"*)(?=[=+\-@])/g

/** Most cells match this: they hold no formula and need no quotes. */
const PLAIN = /^[\w(#](?:[^",;\t\r\n\uFEFF]*[^",;\t\r\n\uFEFF ])?$|^$/

const QUOTED = /[",;\t\r\n\uFEFF]|^ | $/

/** A ' precedes each formula; our import removes it (decision 8). */
export const csvLines = (rows: string[][]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

export const defused = (text: string) => text.replace(FORMULA_WITHIN, "$1'").replace(FORMULA, "'")

function cell(raw: string): string {
  if (PLAIN.test(raw)) return raw
  const text = defused(raw)
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
