import {
  type CountryCode,
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import { US } from './place.ts'
import { tidyNumber } from './tidy.ts'

// Only the server loads this file, which contains the metadata of all countries.

/** Matches most numbers, in a tenth of the library's time. */
const AMERICAN = /^(?:\+?1[\s.-]?)?(?:\(([2-9]\d{2})\)|([2-9]\d{2}))[\s./-]*(\d{3})[\s.-]?(\d{4})$/
const AMERICAN_COUNTRIES = ['US', 'CA']

/** Old lists and local callers leave out the area code, which cannot be known. */
const LOCAL = /^(\d{3})[\s.-]?(\d{4})$/

/**
 * The one notation in which a number is stored: E.164 with an extension as in RFC 3966, '+16175550101;ext=12', or
 * '555-0101' without an area code. Undefined if the text is not exactly one number of a possible length.
 */
export function parsePhone(raw: string, country: string = US): string | undefined {
  const text = tidyNumber(raw.normalize('NFKC'))
  const isAmerican = AMERICAN_COUNTRIES.includes(country)
  const [, inBrackets, bare, office, line] = AMERICAN.exec(text) ?? []
  const american = office && `+1${inBrackets ?? bare}${office}${line}`
  if (isAmerican && american) return american
  const [, start, end] = (isAmerican && LOCAL.exec(text)) || []
  if (start) return `${start}-${end}`
  const defaultCountry = country as CountryCode
  const dialed = isAmerican ? text.replace(/^00 ?(?=[1-9])/, '+') : text
  const number = parsePhoneNumberFromString(dialed, { defaultCountry, extract: false })
  if (number?.isPossible()) return stored(number)
  // A client abroad may keep an American number. Bare digits may be a mistyped local one, so they are rejected.
  return /^\d+$/.test(text) ? undefined : american
}

/** All numbers within a text such as "617-555-0101 / 617-555-0102 (work)", as they are stored. */
export const phonesIn = (raw: string, country: string = US): string[] => [
  ...new Set(
    findPhoneNumbersInText(apart(raw.normalize('NFKC')), country as CountryCode).map(({ number }) =>
      stored(number),
    ),
  ),
]

/** The library would read the start of a second number as an extension of the first. */
const apart = (text: string) => text.replace(/[,;](?=\D{0,2}\d{3})/g, ' / ')

const stored = ({ number, ext }: { number: string; ext?: string }) =>
  ext ? `${number};ext=${ext}` : number
