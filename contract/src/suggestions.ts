import { type Place, STATES, stateCode, stateName, US } from './place.ts'
import { tidyText, tidyZip } from './tidy.ts'

// No zod: the client's page loads this.

const WORD =
  '(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|building|bldg|lot|space|spc|trailer|trlr|penthouse|ph)'
/** A unit needs a digit or a single letter: "Suite Lane" is a street. */
const NUMBER = '(?:[\\w-]{0,6}\\d[\\w-]{0,6}|[a-z])'
const FLOOR = '(?:\\d{1,3}(?:st|nd|rd|th)?|first|second|third|ground|top) (?:floor|fl)\\.?'
const UNIT = `(?:(?:${WORD}\\b\\.?|#) ?(?:# ?)?${NUMBER}|${FLOOR}|penthouse|ph)`

const LAST_PART = new RegExp(`^(.*\\S), (${UNIT})$`, 'i')
const AT_END = new RegExp(`\\s(${UNIT})$`, 'i')

export interface SplitAddress {
  street: string
  unit: string
}

export const joinUnit = ({ street, unit }: SplitAddress): string =>
  street.trim() === '' || unit.trim() === '' ? street : `${street}, ${unit}`

/** Splits off the unit if `joinUnit` restores exactly the same address. */
export function splitUnit(address: string): SplitAddress {
  const [, street = '', unit = ''] = LAST_PART.exec(address) ?? []
  const split = { street, unit }
  return unit !== '' && joinUnit(split) === address ? split : { street: address, unit: '' }
}

/** The unit at an address's end, with or without a comma; '' for none. */
export const unitOf = (address: string): string => AT_END.exec(address.trim())?.[1] ?? ''

/** The first three digits of each state's zip codes (USPS Labeling List L002). */
const PREFIXES = `
AA 340; AE 090-098; AK 995-999; AL 350-352 354-369; AP 962-966; AR 716-729; AS 967
AZ 850-853 855-857 859-860 863-865; CA 900-908 910-928 930-961; CO 800-816; CT 060-069; DC 200 202-205 569
DE 197-199; FL 320-339 341-342 344 346-347 349; FM 969; GA 300-319 398-399; GU 969; HI 967-968; IA 500-516 520-528
ID 832-838; IL 600-620 622-629; IN 460-479; KS 660-662 664-679; KY 400-418 420-427; LA 700-701 703-708 710-714
MA 010-027 055; MD 205-212 214-219; ME 039-049; MH 969; MI 480-499; MN 550-551 553-567; MO 630-631 633-641 644-658
MP 969; MS 386-397; MT 590-599; NC 270-289; ND 580-588; NE 680-681 683-693; NH 030-038; NJ 070-089
NM 870-871 873-884; NV 889-891 893-895 897-898; NY 005 063 100-149; OH 430-459; OK 730-731 734-741 743-749
OR 970-979; PA 150-196; PR 006-007 009; PW 969; RI 028-029; SC 290-299; SD 570-577; TN 370-385
TX 733 739 750-770 772-799 885; UT 840-847; VA 201 205 220-246; VI 008; VT 050-054 056-059; WA 980-986 988-994
WI 530-532 534-535 537-549; WV 247-268; WY 820-831 834`

/** State by prefix; undefined if several states share it. */
const states = new Map<number, string | undefined>()
for (const line of PREFIXES.trim().split(/; |\n/)) {
  const [state, ...ranges] = line.split(' ')
  for (const range of ranges) {
    const [first = 0, last = first] = range.split('-').map(Number)
    for (let prefix = first; prefix <= last; prefix++)
      states.set(prefix, states.has(prefix) ? undefined : state)
  }
}

/** The only state with such zip codes; undefined without one. */
export const stateOfZip = (zip: string): string | undefined =>
  /^\d{5}(-\d{4})?$/.test(zip) ? states.get(Number(zip.slice(0, 3))) : undefined

/** A guess about one field. It never keeps anyone from saving. */
export interface Suggestion {
  text: string
  action: string
  /** The field's value after the button. */
  value: string
}

/** Common providers, with the real domains that differ from one of them in a letter only. */
const DOMAINS =
  'gmail.com yahoo.com hotmail.com outlook.com aol.com icloud.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net msn.com live.com me.com mac.com cox.net charter.net earthlink.net ymail.com rocketmail.com mail.com email.com gmx.com gmx.net protonmail.com proton.me optonline.net frontier.com juno.com netzero.net windstream.net centurylink.net roadrunner.com'.split(
    ' ',
  )

const WRONG_COM = /\.(?:con|cim|cmo|ocm|vom|xom|cpm|comm|coom)$/

/** Shorter names are too close to other real ones: love.com is not a mistyped live.com. */
const SHORTEST_NAME = 5

export function suggestEmail(typed: string): Suggestion | undefined {
  const email = tidyText(typed)
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || DOMAINS.includes(domain)) return undefined
  const ending = domain.replace(WRONG_COM, '.com')
  const meant = likeKnown(ending) ?? (ending === domain ? undefined : ending)
  if (!meant) return undefined
  const value = `${email.slice(0, at)}@${meant}`
  return { text: `Did you mean ${value}?`, action: 'Use this', value }
}

const likeKnown = (domain: string) =>
  DOMAINS.includes(domain)
    ? domain
    : DOMAINS.find((known) => known.indexOf('.') >= SHORTEST_NAME && isOneSlip(domain, known))

/** True if one letter was added, removed or changed, or two were swapped. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const rest = [one.slice(start), other.slice(start)] as const
  const [a, b] = rest[0].length >= rest[1].length ? rest : [rest[1], rest[0]]
  if (a.length > b.length) return a.slice(1) === b
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
}

/** The zip code's state, if the given state is another one or missing. */
export function suggestState({ country, state, zip_code }: Place): Suggestion | undefined {
  const zip = tidyZip(zip_code).slice(0, 5)
  const meant = country === US ? stateOfZip(zip) : undefined
  if (!meant || meant === state) return undefined
  const name = stateName(meant)
  return { text: `Zip code ${zip} is in ${name}.`, action: `Use ${name}`, value: meant }
}

/** The state whose name differs from the typed one in one letter. */
export function suggestSpelling(typed: string): Suggestion | undefined {
  const name = tidyText(typed).toLowerCase()
  if (stateCode(name) || name.length < SHORTEST_NAME - 1) return undefined
  const meant = STATES.find(([, known]) => isOneSlip(name, known.toLowerCase()))
  if (!meant) return undefined
  const [value, known] = meant
  return { text: `Did you mean ${known}?`, action: `Use ${known}`, value }
}

/** Matches a bare number as the unit, too: "12 Elm St, 3". */
const NUMBER_AT_END = /,\s*[\w-]*\d[\w-]*$/

/** The unit of the address on file, for a new address without one. */
export function suggestUnit(typed: string, onFile: string): Suggestion | undefined {
  const street = tidyText(typed)
  const unit = unitOf(onFile)
  const hasOne = unitOf(street) !== '' || NUMBER_AT_END.test(street)
  if (unit === '' || hasOne || street === '') return undefined
  const value = joinUnit({ street, unit })
  return { text: `The address on file ends with “${unit}”.`, action: `Add ${unit}`, value }
}
