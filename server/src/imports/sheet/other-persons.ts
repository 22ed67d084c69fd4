import { type ClientField, FIELDS } from '@attest/contract/client-fields'
import { nameKey, valueText, wordsIn } from './clean-cell.ts'
import { FORMER, type Meaning, type Slot, WEAK } from './column-headers.ts'
import type { Headers } from './header-rows.ts'
import type { Content, Source } from './match-columns.ts'
import { unreadNamesFinder } from './name-columns.ts'
import { headingOf, sectionIn, titlesOf } from './own-cells.ts'
import { anyOf, isSomebody, PERSONS } from './somebody.ts'
import { NAMES, othersNamed } from './whose-email.ts'

/** The columns to skip: repeated headings, and behind another person's start those that repeat a field. */
export function columnsOfOthers(
  headers: readonly string[],
  meanings: readonly (Meaning | undefined)[],
  samples?: Content['samples'],
): Set<number> {
  const { named, theirs: emails } = othersNamed(headers, meanings, samples)
  const others = new Set([...othersBilled(headers), ...emails])
  const end = endOfPerson(named, meanings)
  const seen = new Set<string>()
  const fields = new Set<string>()
  // Behind “Attorney”, an email is the attorney's. Behind “Incident Address”, “City” is the incident's.
  let [isBesideList, isBehindSomebody, theirs] = [false, false, CONTACT]
  const streets = meanings.flatMap((meaning, at) => (meaning?.slot === 'address' ? at : []))
  const street = streets.at(-1) ?? headers.length
  // An email next to another person's heading is theirs. A “Full Name” may be the client's.
  let isClientAgain =
    !named[end] && ['client_number', 'whole_name'].includes(meanings[end]?.slot ?? '')
  // “Email 1” is the client's where “First Name 2” is another's.
  const isNumbered = /2\W*$|^second/i.test(headers[end] ?? '')
  meanings.forEach((meaning, position) => {
    const header = headers[position]!
    if (!meaning || meaning.slot === 'do_not_email') {
      const isPlace = position < street && !fields.has('address') && PLACE.test(header)
      isBehindSomebody = isPlace || (named[position]! && !isLabeled(header))
      theirs = isPlace ? PARTS : CONTACT
      isClientAgain ||= position >= end && isLabeled(header)
      return
    }
    // Programs number repeated headings: “Email.1”.
    const text = header.toLowerCase().replace(/\.\d+$|[^\p{L}\p{N}#]/gu, '')
    const own = meaning.slot.replace('kind_phone', 'phone_number').replace('kind_', '')
    const field = own === 'alt_number' ? 'phone_number' : own
    const key = `${meaning.slot} ${meaning.group} ${text.replace(/1$/, '')}`
    const isRepeated = text !== '' && seen.has(key)
    // Behind the same number once more stands another list, whatever its columns.
    isBesideList ||= isRepeated && field === 'client_number' && fields.has('first_name')
    const isContact = CONTACT.test(field)
    const [isOwn, isMain] = [OWN, MAIN].map((each) => each.test(header))
    const isFirst = isNumbered && /1\W*$|^primary\b/i.test(header)
    isBehindSomebody &&= theirs.test(field) && !isOwn && !isFirst
    isClientAgain ||= position > end && (isOwn || isMain || (!isContact && !fields.has(field)))
    const isTheirs = isBesideList || fields.has(field) || (isContact && !isClientAgain && !isFirst)
    if (isRepeated || isBehindSomebody || (position > end && isTheirs)) others.add(position)
    // The client's own “Email” may follow that of “Attorney”.
    if (position > end || !isBehindSomebody) seen.add(key)
    if (position < end && meaning.closeness > WEAK) fields.add(own)
  })
  return others
}

/** “Billing Email” may be an accountant's, but not beside “Billing First Name”. */
function othersBilled(headers: readonly string[]): number[] {
  const billed = headers.flatMap((header, position) => (BILLED.test(header) ? position : []))
  return billed.some((position) => /first/i.test(headers[position]!)) ? [] : billed
}

const BILLED = /^billing\W?(?:first|e-?mail|phone)/i

const OWN = /^(?:client|customer)\b(?! ?#?[2-9])/i
const MAIN = /^main\b/i

const CONTACT = /^(?:email|phone_number)$/
const PARTS = /^(?:city|state|zip_code|country)$/
const PLACE = /^(?!.*mail).*(?:address|street|location)$/i

/** “Emergency phone” and “Interpreter needed” speak of their own column: the next phone is the client's. */
const isLabeled = (header: string) =>
  isSomebody(header) && /phone|mail|fax|address|employer|needed|required|\?/i.test(header)

/** The columns of a row that are of use: “E-mail 1 - Type” may say “Spouse”, and “Email Status” “Bounced”. */
export function ownSourcesFinder(headers: readonly string[], sources: readonly Source[]) {
  const baseOf = (at: number, end: RegExp) => headingOf(headers[at]?.replace(end, '') ?? '')
  // A bare “Type” speaks of the column before it, or of the client.
  const isBare = (at: number) => /^(?:type|label)$/i.test(headers[at]!)
  const before = (at: number) => isBare(at) && baseOf(at - 1, VALUE)
  const types = headers.map((header, at) => TYPE.test(header) && (baseOf(at, TYPE) || before(at)))
  const isContact = ({ field }: Source) => FIELDS[field].section === 'contact'
  const contact = sources.filter(isContact).flatMap(({ columns }) => columns)
  const typedAs = (base: string) => types.flatMap((each, at) => (each && each === base ? at : []))
  const typesOf = new Map(contact.map((at) => [at, typedAs(baseOf(at, VALUE))]))
  const signs = SIGNS.flatMap(([heading, isSaid, field]) =>
    headers.flatMap((header, at) => (heading.test(header) ? { at, isSaid, field } : [])),
  )
  const isTyped = [...typesOf.values()].flat().length > 0
  const names = sources.flatMap(({ field, columns }) => (/_name$/.test(field) ? columns : []))
  const isTheirs = (texts: readonly string[], at: number, text = texts[at] ?? '') => {
    const client = names.map((each) => texts[each]).join(' ')
    const isNamed = OWNER.test(headers[at]!) && isAnothers(text, client)
    return isBare(at) ? RELATIVE.test(text) : isSomebody(text) || DEAD.test(text) || isNamed
  }
  const isOwn = (texts: readonly string[], column: number) =>
    !typesOf.get(column)?.some((at) => isTheirs(texts, at))
  const unreadIn = unreadNamesFinder(headers, sources)
  const wish = headers.findIndex((header) => PREFERRED.test(header) && /mail/i.test(header))
  const ranked = ({ field, columns }: Source, texts: readonly string[]) => {
    const kind = field === 'email' ? kindOf(texts[wish]) : -1
    const isWished = (at: number) => Number(kind >= 0 && kindOf(headers[at]) === kind)
    return columns.toSorted((a, b) => isWished(b) - isWished(a))
  }
  return (texts: readonly string[]) => {
    const said = signs.filter(({ at, isSaid }) => isSaid(texts[at] ?? ''))
    const unread = unreadIn(texts)
    if (!isTyped && said.length + unread.length === 0 && wish < 0) return sources
    const isRead = (at: number) => !unread.includes(at) && isOwn(texts, at)
    return sources
      .filter(({ field }) => !said.some((sign) => sign.field === field))
      .map((each) => ({ ...each, columns: ranked(each, texts).filter(isRead) }))
      .filter(({ columns }) => columns.length > 0)
  }
}

/** “Preferred Email: Work” chooses one of two columns. */
export const PREFERRED =
  /^(?:which|preferred|primary|main|best|default|use)\W*(?:e-?mail|phone)\b(?:.*(?:type|use))?\W*$|^(?:e-?mail|phone).*\bpref/i
const KINDS = [/home|personal|private/i, /work|business|office/i]
const kindOf = (text = '') => KINDS.findIndex((each) => each.test(text))

const TYPE =
  /^whose\b|\W*(?:type|label|\bdesc(?:ription)?|\brelation(?:ship)?|\bbelongs to|\bis for|\bowner|\bstatus|(?<=mail\W)(?:notes?|comments?))\W*(?=\d*$)/i
/** Headings of a column that may name the email's owner. */
const OWNER = /^whose\b|\b(?:owner|belongs to)\W*$/i
const NO_NAME =
  /^(?:account|holder|primary|main|same|person|client|customer|patient|member|insured|contact|business|work|office|home|family|joint|shared|both|not|no|yes|unknown|sure|only|all|any|opt(?:ed)?|e?mail)$/
/** Whether it is a whole name without a word of the client's: “Bob” may be Robert. */
const isAnothers = (text: string, client: string) => {
  const [words, own] = [nameKey(text).split(' '), wordsIn(client)]
  const isOwn = (word: string) => own.includes(word) || NO_NAME.test(word)
  return words.length > 1 && !text.includes('@') && !words.some(isOwn)
}
const RELATIVES =
  '(?:spouse|husband|wife|(?:step|grand)?(?:mother|father|parent|son|daughter|child)|brother|sister|friend|assistant|secretary)'
const OF_THEIRS = `(?: for| of| his| her| their| the)* (?!hers?\\b|his\\b)(?:ex[- ]?)?${PERSONS}`
/** A bare “Type” must say one of these, since “Buyer” or “Inactive” may be said of the client. */
const RELATIVE = RegExp(`^\\W*(?:${RELATIVES}|(?:(?:home|work|other) ?)?fax|pager)\\W*$`, 'i')
/** A note that the email is another person's, or bad. With “@”, it names another one: “Wife’s email: bo@x.com”. */
const NOT_THE_EMAIL = RegExp(
  [
    `^(?!.*@).*\\be-?mail(?: address)? (?:is|belongs to|goes to)${OF_THEIRS}\\b(?! own)`,
    `^(?!.*@).*\\b(?:uses?|using|this is|that['’]s)${OF_THEIRS}(?:['’]?s)? e-?mail`,
    `^\\W*(?!(?:hers?|his)\\b)${PERSONS}(?:['’]?s)? e-?mail(?: address)?\\W*$`,
    String.raw`^(?!.*(?:@|\b(?:new|now|fixed|updated|corrected)\b))\W*(?:(?:bad|wrong|invalid|incorrect) e-?mail(?: address)?|e-?mail(?: address)? (?:(?:is|was|has) )*(?:bad|wrong|invalid|incorrect|bounced|returned|undeliverable|no good|no longer .*|not (?:valid|working|current)))(?: back| any ?more| undeliverable)?(?: on(?: file)?)?[\d\s/.-]*(?:[,;.!(–-].*)?$`,
  ].join('|'),
  'i',
)
const BAD_ADDRESS =
  /^\W*(?:(?:bad|wrong|invalid) address|(?:mail )?returned(?: mail)?|moved\W+(?:address unknown|no forwarding.*))[\W\d]*$/i
const DEAD =
  /^\W*(?:(?:hard[ -])?(?:bounced?|invalid|not valid|old|former|wrong|do not use|no longer|undeliverable|inactive|blocked|suppressed|cleaned|(?:spam )?complaint|dead|disconnected)|(?:(?:home|work|other) ?)?fax|pager)\b/i
const VALUE = /\W*(?:value|\baddress|number)\W*(?=\d*$)/i
const BOUNCED =
  /^(?:(?:is|has|e-?mail|hard)[\s_-]*)*bounced?(?!.*(?:count|number|soft))|^clean[\s_-]*time$|^(?:invalid|bad|wrong|returned|undeliverable|no)[\s_-]*e-?mails?$|^e-?mail[\s_-]*(?:is[\s_-]*)?(?:invalid|bad|wrong|returned|undeliverable)$/i
const VALID =
  /^(?=.*(?:mail|deliverab))(?:(?:is|has|e-?mail(?:[\s_-]*address)?)[\s_-]*)*(?:valid(?:ated|ity)?|verified|confirmed|deliverab(?:le|ility))(?:[\s_-]*e-?mail)?(?:[\s_-]*address)?\W*(?:y\W?n\W*)?$/i
const IS_INVALID = /^\W*(?:n(?!\/)|no|not|f|false|0)\b/i
const CHANNEL = /\bpref(?:er|s?\b)|\b(?:contact|communication) (?:method|by|via|restrictions?)\b/i
const ON_PAPER =
  /^\W*(?:(?:(?:[a-z][a-z.]* )?(?:mail|letters?|paper|phone)[ -]only|no (?:e-?mails?|contact))(?:\W+|$))+$/i
const RETURNED =
  /^(?:bad|invalid|wrong)[\s_-]*address\W*$|^return(?:ed)?[\s_-]*mail\b|^mail[\s_-]*returned\W*$/i
const ADDRESS_KIND = /^(?:(?:mailing|home) )?address[\s_-]*(?:1[\s_-]*)?(?:type|label|status)$/i
/** “Bad Address” may hold a former one. */
const IS_NO = /^(?:n|no|never|f|false|0|soft.*|.*@.*|\d+[a-z]? .*|p\.?o\.? .*)?$/i
const isYes = (text: string) => !IS_NO.test(valueText(text))

const NOTES = /(?:note|comment|remark)s?$/i

/** Columns that say of a field not to use it. */
const SIGNS: readonly [heading: RegExp, isSaid: (text: string) => boolean, field: ClientField][] = [
  [BOUNCED, isYes, 'email'],
  [VALID, (text) => IS_INVALID.test(text) || DEAD.test(text), 'email'],
  [CHANNEL, (text) => ON_PAPER.test(text), 'email'],
  [NOTES, (text) => /mail/i.test(text) && NOT_THE_EMAIL.test(text), 'email'],
  [NOTES, (text) => BAD_ADDRESS.test(text), 'address'],
  [RETURNED, isYes, 'address'],
  [ADDRESS_KIND, (text) => FORMER.test(text) || isSomebody(text), 'address'],
]

const ACTIVITY =
  /active|current|archived|prospect|status|type|category|group|stage|client|notes?$|comments?$/i
/** A column “Active” with a no, “Former Client” with a yes, or a state. */
const INACTIVE = RegExp(
  String.raw`^(?:(?:is|client|customer|contact|relationship|lifecycle|record)[\s_-]*)*${anyOf(
    /(?:active(?:[\s_-]*(?:client|status)|\W+in-?active)?|(?<=client[\s_-]*)current|current[\s_-]*(?:client|status))\W*(?:y\W?n\W*)?: (?:n|no|f|false|0|i|in-?active|not.active|[✗✘☐])/,
    /(?:(?:in-?active|archived)(?:[\s_-]*(?:client|date|on|at))?|prospect|(?:prospect|former|past|ex)[\s_-]*client)\W*(?:y\W?n\W*)?: (?:[✓✔☑☒✗✘üþ]|(?!(?:n|no|n\/a|f|false|null|none|never|.*\b1900\b.*|[0\W]*)\W*$).*)/,
    /(?:status|type|category|group|stage|notes?|comments?)\W*: (?:in-?active|former|past|previous|ex|no longer an?|archived?|closed|terminated|disengaged|dormant|declined|not retained|did not (?:hire|retain)|deleted|duplicate|prospect(?:ive)?|lead|potential(?: new)?)s?(?:[ -]clients?)?/,
  )}\W*$`,
  'i',
)

/**
 * Finds rows of people who are no clients any more, or not yet: “Active: No”, “Status: Former”, below “Former Clients”.
 * Takes the rows in order.
 */
export function inactiveFinder(found: Headers) {
  const { headers, table, columns } = found
  const names = [columns.first_name, columns.last_name].flatMap((each) => each ?? [])
  const isAbout = (at: number) =>
    !columns.group_template?.includes(at) && ACTIVITY.test(headers[at]!)
  const about = [...headers.keys()].filter(isAbout)
  const isPast = (text: string) => INACTIVE.test(`status: ${text.replace(AROUND, '').trim()}`)
  const isNamed = isPast(table.name ?? '')
  let isBelow = titlesOf(found).some(isPast)
  return (texts: readonly string[]) => {
    const heading = sectionIn(texts)
    if (heading && !WITHIN.test(heading)) isBelow = isPast(heading)
    if (heading || isBelow || isNamed) return !heading
    const isSaid = about.some((at) => INACTIVE.test(`${headers[at]}: ${texts[at]?.trim() ?? ''}`))
    const besides = (text = '') => BESIDE.test(text) && text.split(BESIDE).slice(1).some(isPast)
    return isSaid || names.some((at) => besides(texts[at]))
  }
}

/** “All Former Clients (2)”, “Clients - Inactive” */
const AROUND = /\d|^\W*(?:all\b|clients? ?[-–—:(])|\blist\W*$/gi
/** “B” or “Page 2 of 3” begins no other section. */
const WITHIN = /^[\W\d]*(?:[a-z](?:\W+[a-z])?\W*|(?:page|(?:sub|grand )?total)\b.*)?$/i
/** “Lee (former client)” */
const BESIDE = /[()[\]*]| [-–—] /

/** Whether a column says whose an email, a phone or an address is, or that it is no longer good. */
export const saysOfField = (header: string) =>
  TYPE.test(header) || SIGNS.some(([heading]) => heading.test(header))

/** Position where another person begins: a second number or name, or a heading that says so. Infinity without one. */
function endOfPerson(
  named: readonly boolean[],
  meanings: readonly (Meaning | undefined)[],
): number {
  const seen = new Set<Slot>()
  let isNamed = false
  for (const [position, isOther] of named.entries()) {
    const { slot, closeness = 0 } = meanings[position] ?? {}
    const isNumber = slot === 'client_number' && closeness > WEAK
    const isName = slot !== undefined && NAMES.includes(slot)
    const isAgain = slot === 'whole_name' || (slot && seen.has(slot) && (isNumber || isName))
    if (isNamed && (isAgain || (!slot && isOther))) return position
    if (isNumber || isName) seen.add(slot)
    isNamed ||= isName
  }
  return Number.POSITIVE_INFINITY
}
