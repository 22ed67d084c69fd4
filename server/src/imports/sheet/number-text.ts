import { SSF } from '@e965/xlsx'

export interface NumberFormat {
  format: string | undefined
  date1904: boolean
}

const US_DATE = 'm/d/yyyy'

/**
 * A number as a person writes it: in full, without exponent or thousands separators. Date formats and formats with
 * the same digits (00000 for zip codes) stay.
 */
export function numberText(value: number, { format, date1904 }: NumberFormat): string {
  const plain = plainNumber(value)
  if (!format || format === 'General' || format.length > MAX_FORMAT) return plain
  const shown = formatted(value, format, date1904)
  if (shown === undefined || SSF.is_date(format)) return shown ?? plain
  if (value < 0 || AMOUNT.test(shown) || digitsOf(shown) !== digitsOf(plain)) return plain
  return shown.replace(/(?<=\d),(?=\d{3})/g, '')
}

/** Nobody writes numbers in a longer format. */
const MAX_FORMAT = 200

/** The sign of money or a percentage is no part of a client's number. */
const AMOUNT = /[\p{Sc}%]/u

/** The library would show the format's country as a dollar sign. */
const COUNTRY = /\[\$-[0-9a-f]+\]/gi

function formatted(value: number, format: string, date1904: boolean): string | undefined {
  try {
    return SSF.format(format.replace(COUNTRY, ''), value, { date1904, dateNF: US_DATE }).trim()
  } catch {
    // The library cannot read this format; the number itself is readable.
    return undefined
  }
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/** Spreadsheets compute with 15 digits. */
function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0)
  return Number(value.toPrecision(15)).toLocaleString('en-US', {
    useGrouping: false,
    maximumFractionDigits: 15,
  })
}
