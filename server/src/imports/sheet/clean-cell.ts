import { domainToASCII } from 'node:url'
import { type ClientField, FIELDS } from '@attest/contract/client-fields'
import { countryCode } from '@attest/contract/countries'
import type { OwnField } from '@attest/contract/own-columns'
import { stateCode, US } from '@attest/contract/place'
import { sameValue } from '@attest/contract/same-value'
import { stateOfZip } from '@attest/contract/suggestions'
import { tidyLines, tidyNumber, tidyText, tidyZip } from '@attest/contract/tidy'
import { isAddressPart, slotOfHeader } from './column-headers.ts'
import { placeIn } from './whole-place.ts'

export type Cells = Partial<Record<ClientField | OwnField, string>>

/** A plain yes or no. */
export const isFlag = (text: string) => /^(?:y(?:es)?|no?|t(?:rue)?|f(?:alse)?|[01])$/i.test(text)

/** Placeholders for unknown values; `#…` is a failed formula, or a number in a narrow column. */
const NOTHING =
  /^(?:n\/a|[-.?*_^]+|–|—|["〃↑]|''|,,|#+|#(?:n\/a|getting_data|[a-z\d/]+[!?])|err:\d{3})$/i

/** Databases and people write these instead of a value. In a name they may be the name. */
const NO_VALUE =
  /^(?:[(<[{$]?(?:null|none|blank|empty|missing)[)>\]}$]?|\\n|nan|nil|undefined|unknown|unk|tb[ad]|pending|refuse[ds]|declined(?: to (?:give|provide))?|disconnected|moved|returned(?: mail)?|see (?:notes?|file|above|below|comments?)|(?:bad|wrong|old) (?:e-?mail|phone|number|address)|x{2,9}|n\.\s?a\.?|not (?:available|applicable|provided|given|known|on file)|none (?:given|provided|on file)|no (?:e-?mail|phone|telephone|address|number|computer|internet)(?: (?:address|number))?(?: on file)?)$/i

/** An invented phone number or zip code: zeros, or one digit seven times or more. “(   )   -” is an empty mask. */
const NO_DIGITS = /^\W*(?:0+|(\d)(?:\W*\1){6,})?\W*$/

/**
 * Programs that insist on an email get one of these, and its domain belongs to a stranger. NA and X may be initials,
 * so those must stand on both sides.
 */
const NO_EMAIL =
  /^(?:(?:(?:no|none|without|do[._-]?not|not[._-]?an?)[._-]?e?-?mail|none|unknown|not[._-]?(?:provided|available)|refused|declined|nobody|(?:no|do-?not)[._-]?reply)@.*|(na|no|none|test|email|abc|x+|a+)@\1\.\w+|(?:no|na|none|x+|test)@(?:no|none|e?mail|no-?e?mail|domain|test)\.\w+)$/i

/** No value of this field: a look-up of an empty cell shows FALSE. NA may be Namibia, or a client's number. */
const NOT_A_VALUE =
  /^(?:na|false|no change|unchanged|(?:no )?(?:fixed|current|unknown) address|address unknown|homeless|incarcerated)$/i

const SAME = /^(?:same(?: as [\w ]+)?|as above|ditto|do\.)$/i

/** A note to colleagues in place of an email, a phone number or an address. */
const NOTE =
  /^\W*(?:undeliverable|rts|verify|update|confidential|(?:ask|call|check|verify|confirm|see|need|same as|no longer|(?:client )?(?:has no|does(?: not|n['’]t))|return(?:ed)? to|moved|address on) [^\d@]+)\W*$/i

/** A missing value as databases and people write it. No name is written like this. */
const NO_NAME =
  /^(?:[([<{].*[)\]>}]|\\N|undefined|unknown|no ?(?:first|last) ?name|not provided|tb[ad]|same as above|see (?:notes?|above))$/i

/** The guard that exports put before a formula. */
const GUARD = /^'(?=[=+\-@\t\r\n])/

/** ="02134" keeps a spreadsheet from reading a text as a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

export function cleanCell(field: ClientField, raw: string): string {
  if (raw === '') return ''
  const { kind, section } = FIELDS[field]
  const inName = section === 'person' && kind === 'text'
  // Google Contacts writes several addresses as “1 Elm St ::: 9 Oak Ave”, and so in each of their columns.
  const [first = ''] = section === 'address' ? raw.split(' ::: ') : [raw]
  const text = tidyOf(field)(inName ? unwrapped(first) : unquoted(unwrapped(first)))
  if (NOTHING.test(text) || (text === '0' && kind !== 'number')) return ''
  if (inName) return text
  const isEmpty =
    NO_VALUE.test(text) ||
    (/^(?:contact|address)$/.test(section) && NOTE.test(text)) ||
    ((kind === 'phone' || kind === 'zip') && NO_DIGITS.test(text)) ||
    (kind === 'email' && NO_EMAIL.test(text)) ||
    (field !== 'client_number' &&
      field !== 'country' &&
      [NOT_A_VALUE, SAME].some((each) => each.test(text)))
  return isEmpty ? '' : text
}

/** A cell of any column, '' if it says that there is no value. */
export function valueText(raw: string): string {
  const text = cleanText(raw)
  return [NOTHING, NO_VALUE, SAME].some((each) => each.test(text)) ? '' : text
}

function isNoName(text: string, other: string): boolean {
  if (other === '') return false
  // Among capitals, NULL is a family's name.
  return NO_NAME.test(text) || (text === 'NULL' && other !== other.toUpperCase())
}

function tidyOf(field: ClientField): (raw: string) => string {
  switch (FIELDS[field].kind) {
    case 'lines':
      return (raw) =>
        tidyLines(raw.replace(APART.test(raw) ? / {2,}/g : /<br ?\/?>|(?:\\r)?\\n|_x000d_/gi, '\n'))
    case 'zip':
      return cleanZip
    case 'email':
      return cleanEmail
    case 'number':
      return (raw) => tidyNumber(narrow(raw)).replace(DASHES, '-')
    case 'phone':
      return (raw) => tidyNumber(narrow(raw))
    case 'state':
    case 'country':
      return (raw) => tidyText(narrow(raw))
    default:
      return tidyText
  }
}

/** Mailchimp writes “1 Elm St  Apt 2  Boston  MA  02134  US”. */
const APART = / {2}.* {2}[a-z]{2} {2}\d{5}(?:-\d{4})?(?: {2}[a-z]{2})?$/i

/** Turns wide digits and letters of East Asian keyboards into usual ones. */
const narrow = (raw: string) => (ASCII.test(raw) ? raw : raw.normalize('NFKC'))

const ASCII = /^[\0-\x7f]*$/

const DASHES = /[\u2010-\u2015\u2212]/g

/** A quote that made a number a text, or two around it. Not that of “'t Zand” or “'s-Gravenhage”. */
const unquoted = (raw: string) => raw.trim().replace(/^['‘’`]+(?![a-z][\s-])(.*?)['‘’`]?$/s, '$1')

/** Domains in other scripts get the form that mail servers know. */
function cleanEmail(raw: string): string {
  const text = tidyText(narrow(raw)).replace(/^["“„](.*)["”“]$|['’]$/, '$1')
  if (ASCII.test(text)) return text
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(text)?.[1]
  if (!domain) return text
  return text.slice(0, -domain.length) + (domainToASCII(domain) || domain)
}

/** One line without invisible characters, in composed form. */
export const cleanText = (raw: string): string => (raw === '' ? '' : tidyText(unwrapped(raw)))

/** Databases write O\'Neil. Most texts need none of this, which the test finds at once. */
const unwrapped = (raw: string) =>
  /^\s*["='`]|\\'/.test(raw)
    ? raw
        .replace(TEXT_FORMULA, unquote)
        .replace(/^\s*(["`])([^"`]*)\1\s*$/, '$2')
        .replace(GUARD, '')
        .replace(/\\(?=')/g, '')
    : raw

const unquote = (_: string, inner: string) => inner.replaceAll('""', '"')

/** Five or nine digits without their leading zeros; fewer is a mistake. */
const SHORTENED = /^(?:[1-9]\d{3}|501|544|[6-9]\d{2})(?=\W*(?:\d{4})?$)/

/** Removes decimals, a state in front and an empty +4, and restores lost zeros. */
const cleanZip = (raw: string): string =>
  /^\d{5}$/.test(raw)
    ? raw
    : zipAsGiven(raw)
        .replace(SHORTENED, (digits) => digits.padStart(5, '0'))
        .replace(NINE, '$1-$2')

const NINE = /^(\d{5})\W?(\d{4})$/

const zipAsGiven = (raw: string): string =>
  tidyZip(
    tidyNumber(narrow(unquoted(unwrapped(raw)))).replace(
      /^([A-Z]{2})[.,]? (?=\d{5}\b)/i,
      (text, state) => (stateCode(state) ? '' : text),
    ),
  ).replace(/^(\d{5})-0000$/, '$1')

/** Repairs that depend on the other cells of the row. */
export function cleanRow(cells: Cells, rawZip: string): Cells {
  const { first_name = '', last_name = '' } = cells
  // Some programs put an apostrophe before every text.
  if (first_name[0] === "'" && last_name[0] === "'")
    Object.assign(cells, { first_name: first_name.slice(1), last_name: last_name.slice(1) })
  if (isNoName(last_name, first_name)) cells.last_name = ''
  if (isNoName(first_name, last_name)) cells.first_name = ''
  if (FORMER_ADDRESS.test(cells.address ?? '')) delete cells.address
  splitLabels(cells)
  dropName(cells)
  const [, state = '', zip_code] = /^(.+?),? (\d{5}(?:-\d{4})?)$/.exec(cells.state ?? '') ?? []
  if (!cells.zip_code && stateCode(state)) Object.assign(cells, { state, zip_code })
  splitPlace(cells)
  if (cells.zip_code && rawZip && !mayHaveLostZeros(cells)) cells.zip_code = zipAsGiven(rawZip)
  return cells
}

/** “(OLD) 1 Main St”, “1 Main St, returned mail”: a letter would go to strangers. */
const FORMER_ADDRESS =
  /[([](?:(?:old|former|prior|previous|bad|wrong|invalid)(?: addr[a-z.]*)?|(?:moved|returned|vacated)\b[^([]*)[)\]]|\b(?:(?:former|prior|previous|bad|wrong|invalid) address|^old address|returned? (?:mail|to sender)|undeliverable|do not use|moved (?:out|away))\b/i

const LABEL = /(?:^|, )([A-Z][A-Za-z /]+\d?): /

/** Forms write “Street Address: 1 Main St” and “City: Boston” as lines of one cell. */
function splitLabels(cells: Cells): void {
  const [before, ...labeled] = cells.address?.split(LABEL) ?? []
  if (before !== '' || labeled.length < 6) return
  const lines: string[] = []
  const place: Cells = {}
  for (let at = 0; at < labeled.length; at += 2) {
    const slot = slotOfHeader(labeled[at]!) as ClientField | undefined
    const text = labeled[at + 1]!
    if (slot?.startsWith('address')) lines.push(text)
    else if (!slot || !isAddressPart(slot) || cells[slot]) return
    else place[slot] = cleanCell(slot, text)
  }
  Object.assign(cells, place, { address: lines.join(', ') })
}

/** The first line of an address for a label, as “Bill to 1”, is the name. */
function dropName(cells: Cells): void {
  const { first_name = '', last_name = '', address = '' } = cells
  const [line = '', ...more] = address.split(', ')
  const name = /\d/.test(line) ? '' : nameKey(line)
  if (name && name === nameKey(`${first_name} ${last_name}`)) cells.address = more.join(', ')
}

const TITLES = /\b(?:m(?:r|s|rs|iss)|dr|prof|hon|rev|esq)\b|[\p{M}'’]/gu
const BORN = /^(?:[js]r|i{2,3}|iv)$/
const FIRM = /^(?:llc|llp|inc|corp|co|ltd|trust|estate)$/

export const wordsIn = (name: string): string[] => {
  const plain = name.toLowerCase().normalize('NFKD').replace(TITLES, '')
  return plain.replace(/^(.*?),(.*)/, '$2 $1').match(/\p{L}+/gu) ?? []
}

/** “LEE, Ann B.” and “Ms. Ann Lee” have the same first and last word, in either order. */
export function nameKey(name: string): string {
  const words = wordsIn(name).filter((word) => !BORN.test(word) && /..|[^a-z]/.test(word))
  const isFirm = words.some((word) => FIRM.test(word))
  const counted = isFirm ? words : [...words.slice(0, 1), ...words.slice(1).slice(-1)]
  return counted.sort().join(' ')
}

/** Of two with the same key, John Lee Sr. is not John Lee Jr., but may be John B. Lee. */
export function mayBeSame(...names: [string, string]): boolean {
  return [true, false].every((isBorn) => {
    const kind = names.map((name) => wordsIn(name).filter((word) => BORN.test(word) === isBorn))
    const [few = [], many = []] = kind.sort((a, b) => a.length - b.length)
    return few.every((a) => many.some((b) => a === b || a === b[0] || a[0] === b))
  })
}

/** A city's or an address's cell may hold the whole place, even beside its parts. */
function splitPlace(cells: Cells): void {
  const { address = '', city = '', state, zip_code = '' } = cells
  if (cells.country && countryCode(cells.country) !== US) return
  const whole = placeIn(address)
  const isSame = (part: 'city' | 'state' | 'zip_code', place = whole) =>
    !cells[part] || sameValue(part, cells[part], place?.[part])
  if (whole && isSame('city') && isSame('state') && isSame('zip_code'))
    return void Object.assign(cells, whole)
  const inCity = !state || city.includes(',') ? placeIn(`${city} ${zip_code}`) : undefined
  if (inCity?.address === '' && isSame('state', inCity)) Object.assign(cells, inCity, { address })
}

/** Connecticut and New York share the prefix 063, so the table of prefixes names neither. */
const SHARED = ['CT', 'NY']

/** Only some states have zip codes that start with 0. In Zurich, four digits are the whole code. */
function mayHaveLostZeros({ state = '', country, zip_code = '' }: Cells): boolean {
  if (country && countryCode(country) !== US) return false
  const code = stateCode(state)
  if (!code || !zip_code.startsWith('0')) return true
  const found = stateOfZip(zip_code)
  return found ? found === code : SHARED.includes(code)
}
