import { SSF } from '@e965/xlsx'

/** How a number stands in the sheet. */
export interface NumberFormat {
  format: string | undefined
  /** The workbook counts its days from 1904. */
  date1904: boolean
}

/** Format 14 follows the reader's country. */
const US_DATE = 'm/d/yyyy'

/**
 * A number as a person would write it: in full, without exponent and thousands separators. A format
 * that shows the same digits, such as 00000 for zip codes, is kept; so is that of a date.
 */
export function numberText(value: number, { format, date1904 }: NumberFormat): string {
  const plain = plainNumber(value)
  if (!format || format === 'General' || format.length > MAX_FORMAT) return plain
  const shown = formatted(value, format, date1904)
  if (shown === undefined || SSF.is_date(format)) return shown ?? plain
  if (value < 0 || AMOUNT.test(shown) || digitsOf(shown) !== digitsOf(plain)) return plain
  return shown.replace(/(?<=\d),(?=\d{3})/g, '')
}

/** A longer format is no one's way to write a number. */
const MAX_FORMAT = 200

/** Money or a percentage: the sign is not part of a client's number. */
const AMOUNT = /[\p{Sc}%]/u

/** The country a format is written for; the library would show it as a dollar sign. */
const COUNTRY = /\[\$-[0-9a-f]+\]/gi

function formatted(value: number, format: string, date1904: boolean): string | undefined {
  try {
    return SSF.format(format.replace(COUNTRY, ''), value, { date1904, dateNF: US_DATE }).trim()
  } catch {
    // A format this library cannot read; the number itself is readable.
    return undefined
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/** Spreadsheets compute with 15 digits; the rest is noise. */
function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0)
  return Number(value.toPrecision(15)).toLocaleString('en-US', {
    useGrouping: false,
    maximumFractionDigits: 15,
  })
}
