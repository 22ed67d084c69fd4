import { countryCode } from '@attest/contract/countries'
import { stateCode } from '@attest/contract/states'
import { type Meaning, type Slot, WEAK } from './column-headers.ts'
import { letterHeader } from './not-read.ts'

type Fits = (text: string) => boolean

const DIGITS = /\d/g
const digitsIn = (text: string) => text.match(DIGITS)?.length ?? 0
const isEmail: Fits = (text) => /\S@\S+\.\S/.test(text)
const isName: Fits = (text) => /\p{L}/u.test(text) && !text.includes('@')
const isCountry: Fits = (text) => countryCode(text) !== undefined
const isState: Fits = (text) => stateCode(text) !== undefined
const isUsZip: Fits = (text) => /^\d{4,5}(?:[- ]?\d{4})?$/.test(text)

/** What may stand under a certain heading. Other fields may hold any text. */
const PLAUSIBLE: Partial<Record<Slot, Fits>> = {
  email: (text) => text.includes('@'),
  kind_email: (text) => text.includes('@'),
  phone_number: (text) => digitsIn(text) > 0 && !text.includes('@'),
  kind_phone: (text) => digitsIn(text) > 0 && !text.includes('@'),
  alt_number: (text) => digitsIn(text) > 0 && !text.includes('@'),
  first_name: isName,
  last_name: isName,
  city: (text) => !text.includes('@'),
  state: (text) => !/[\d@]/.test(text),
  zip_code: (text) => digitsIn(text) > 0 && text.length <= 20,
}

/** What must stand under a weak heading, or under none. */
const CONVINCING: Partial<Record<Slot, Fits>> = {
  email: isEmail,
  phone_number: (text) => digitsIn(text) >= 7 && !/[\p{L}@]{4}/u.test(text),
  state: isState,
  zip_code: isUsZip,
  country: isCountry,
}

/** One text more than there are fits: few bad rows are bad rows, many are another column. */
export function shareThatFits(
  { slot, closeness }: Meaning,
  texts: readonly string[],
  groups: readonly string[] = [],
): number {
  if (texts.length === 0) return 1
  if (slot === 'group_template' && closeness <= WEAK && groups.length > 0) {
    const known = new Set(groups.map((name) => name.toLowerCase()))
    return shareOf(texts, (text) => known.has(text.toLowerCase()))
  }
  const fits = (closeness <= WEAK && CONVINCING[slot]) || PLAUSIBLE[slot]
  return fits ? shareOf(texts, fits) : 1
}

const shareOf = (texts: readonly string[], fits: Fits) =>
  (texts.filter(fits).length + 1) / (texts.length + 1)

/** Only these are certain without a heading, the most certain first. */
const FOUND_BY_CONTENT: readonly Slot[] = ['email', 'state', 'zip_code', 'phone_number']
const ALMOST_ALL = 0.9

/** Other countries of a person than that of the address. */
const OTHER_COUNTRY = /citizen|national|birth|born|origin|passport|visa|language|tax/i

/** Gives columns without a meaning one, where their content alone is certain. */
export function byContent(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  meanings: (Meaning | undefined)[],
  isFree: (position: number) => boolean,
): void {
  const give = (slot: Slot, fits: Fits, mayBe: (header: string) => boolean) => {
    if (meanings.some((meaning) => meaning?.slot === slot)) return
    const position = headers.findIndex((header, at) => {
      const texts = (samples[at] ?? []).filter((text) => text !== '')
      if (!isFree(at) || !mayBe(header) || texts.length === 0) return false
      return texts.filter(fits).length >= ALMOST_ALL * texts.length
    })
    if (position >= 0) meanings[position] = { slot, closeness: WEAK, group: '' }
  }
  if (headers.every((header, at) => header === '' || header === letterHeader(at)))
    for (const slot of FOUND_BY_CONTENT) give(slot, CONVINCING[slot]!, () => true)
  // A client abroad must not be taken for one in the United States.
  give(
    'country',
    (text) => text.length > 2 && isCountry(text) && !isState(text),
    (header) => !OTHER_COUNTRY.test(header),
  )
}
