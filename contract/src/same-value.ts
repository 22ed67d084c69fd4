import { type COMPARED_FIELDS, rowOf } from './client-fields.ts'
import { countryCode } from './countries.ts'
import { parsePhone, phonesIn } from './parse-phone.ts'
import { stateCode, US } from './place.ts'
import { tidyText } from './tidy.ts'

type Field = (typeof COMPARED_FIELDS)[number]

/**
 * Whether both values mean the same to a person, in whatever notation.
 * @param country the client's, for numbers without a country code
 */
export function sameValue(
  field: Field,
  one: string | null | undefined,
  other: string | null | undefined,
  country: string = US,
): boolean {
  if ((one || null) === (other || null)) return true
  if (!one || !other) return false
  const { kind = 'text' } = rowOf(field)
  const read = READ[kind] ?? plain
  return read(one, country) === read(other, country) || (kind === 'zip' && isPart(one, other))
}

type Values = Partial<Record<Field, string | null>>

/** The fields of `after` whose value differs from `before`, not only its notation. */
export const differingFields = (before: Values, after: Values, fields: readonly Field[]): Field[] =>
  fields.filter(
    (field) =>
      field in after &&
      !sameValue(field, before[field], after[field], after.country ?? before.country ?? US),
  )

/** One zip code has five digits; the other has the same five and a +4. */
const isPart = (one: string, other: string) => {
  const [short, long] = [digitsOf(one), digitsOf(other)].sort((a, b) => a.length - b.length)
  return (
    /^\d{5}$/.test(short!) && /^\d{5}-?\d{4}$/.test(tidyText(long!)) && long!.startsWith(short!)
  )
}

const digitsOf = (text: string) => text.replace(/[^\da-z]/gi, '')

/** Ignores case and the shape of apostrophes, hyphens and blanks. */
const plain = (text: string) =>
  tidyText(text)
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201b\u02bb\u02bc\u02b9\u2032`\u00b4]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toLowerCase()

const READ: Partial<Record<string, (text: string, country: string) => string>> = {
  phone: phoneKey,
  lines: streetKey,
  // “Saint Louis”, “N. Andover”
  city: streetKey,
  state: (text, country) => (country === US && stateCode(text)) || plain(text),
  zip: (text) => plain(text).replace(/[\s-]/g, ''),
  country: (text) => countryCode(text) ?? plain(text),
  // A firm may use 00420 and 420, or A-1 and A1, for two clients.
  number: (text) => text,
  template: (text) => text,
}

function phoneKey(text: string, country: string): string {
  const parsed = parsePhone(text, country)
  if (parsed) return parsed
  // “617-555-0101 (cell)”
  const [only, ...others] = phonesIn(text, country)
  return only && others.length === 0 ? only : plain(text)
}

/** "1 N. Main Street, Apt. 4" and "1 North Main St #4" → "1 n main st 4" */
function streetKey(text: string): string {
  return plain(text)
    .replace(/['.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}/-]+/gu, ' ')
    .replace(/\b(?:p ?o|post office) box\b/g, 'pobox')
    .trim()
    .split(' ')
    .map((word) => SHORT.get(word) ?? word)
    .filter((word) => word !== '')
    .join(' ')
}

/** The usual words of streets, each with its other notations (USPS Publication 28, appendices B and C). */
const WORDS = `
  aly alley ally; ave avenue av aven avenu; bch beach; blvd boulevard boul; br branch; brg bridge; bypas bypass byp;
  cir circle circ; ct court; cts courts; cv cove; ctr center centre cntr; cres crescent; xing crossing; dr drive drv;
  est estate; ests estates; expy expressway; ext extension; ft fort; fwy freeway; gdn garden; gdns gardens; grv grove; hbr harbor;
  hts heights; hwy highway hway; hl hill; hls hills; is island; jct junction; knl knoll; lk lake; ln lane; lndg landing;
  mdw meadow; mdws meadows; mt mount; mtn mountain; orch orchard; pkwy parkway pky; pl place; plz plaza; pt point;
  rnch ranch; rdg ridge; riv river; rd road; rte route; sq square; sta station; st street str saint; ter terrace terr;
  trl trail; tpke turnpike; vly valley; vw view; vlg village; vis vista; way wy;
  n north; e east; s south; w west; ne northeast; nw northwest; se southeast; sw southwest;
  bldg building; fl floor; rm room;
  1st first; 2nd second; 3rd third; 4th fourth; 5th fifth; 6th sixth; 7th seventh; 8th eighth; 9th ninth; 10th tenth`

/** These words all mean the same before a unit's number, as does # alone. */
const UNIT_WORDS = 'apt apartment unit ste suite no'

const STREET_WORDS = new Set(WORDS.split(/[;\s]+/))
export const isStreetWord = (text: string) => STREET_WORDS.has(plain(text).replaceAll('.', ''))

const SHORT = new Map([
  ...WORDS.split(';').flatMap((line) => {
    const [short, ...others] = line.trim().split(/\s+/) as [string, ...string[]]
    return others.map((other) => [other, short] as const)
  }),
  ...UNIT_WORDS.split(' ').map((word) => [word, ''] as const),
])
