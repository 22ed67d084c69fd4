import { CORRECTION_HEADINGS } from '@attest/contract/exports'
import { type Cells, cleanText, mayBeSame, nameKey, valueText } from './clean-cell.ts'
import { asksPermission, letterHeader, slotOfHeader } from './column-headers.ts'
import type { Headers } from './header-rows.ts'
import type { Source } from './match-columns.ts'
import { saysOfField } from './other-persons.ts'
import { readDate, sectionIn, titlesOf } from './own-cells.ts'
import { anyOf, CODE, isSomebody } from './somebody.ts'

type Check = (text: string) => boolean

/** A date, a year or a remark may follow: “Yes, 3/14/2024”. Access writes -1. */
const YES = RegExp(
  `^${anyOf(
    /y|yes\b.*|t|true\b.*|d|s[ií]|ja|oui|verdadero|wahr|vrai|-?1|on|checked|all|do not allow/,
    /x|\(x\)|[xy] ?[,;:(–-].*|[xy] \d.*|\[x\]|[✓✔☑☒✗✘üþ]\uFE0F?/,
    /[a-z]{3,9}\.?[- ,]+(?:19[1-9]|20\d)\d|(?!jan-00)[a-z]{3}-\d\d/,
  )}$`,
  'i',
)
const NO =
  /^(?:n|no|no?[ ,;:(–-]+\d.*|f|false|falso|falsch|faux|nein|non|0|\[ ?\]|off|unchecked|☐|alive|living|subscribed|allow)$/i
const REFUSED =
  /^(?:[✗✘❌]|(?:denied|withdrawn|refused|revoked|declined|deceased|opted[ -]?out|unsubscribed|never|do(?:es)? not|(?:phone|mail|paper|letters?) only|not?(?! (?:applicable|asked|answer|available|e-?mail on|entered|known|needed|objection|on file|preference|problem|provided|recorded|required|response|restriction|set|specified|stated|sure|yet)))\b)/i

/** Beside refusals, in a column such as “Email Consent”. */
const PERMITTED =
  /^(?:given|granted|obtained|received|signed|consent(?:ed|s)?|agree[ds]?|accept(?:ed|s)?|approved|opted[ -]?in|ok(?:ay)?|pending|not asked)\b/i

const HAS_DIED = anyOf(
  /deceased|dec['’]?d|died|dead(?! [a-z])|passed(?= away|(?: in| on)?[\W\d]*$)/,
)
const SAYINGS = anyOf(
  /deceased(?: client)?|dec['’]?d|died|dead|fallecid[oa]|verstorben/,
  /passed away|r\.?i\.?p|dnc|unsub(?:scribe)?/,
  /(?:has )?(?:unsubscribed|opt(?:ed)?[ -]?out)(?:: \w+)?(?: from (?:all )?e?-?mails?)?/,
  /(?:(?:asked|wants|requested) to be |please )?(?:removed?|taken?) (?:from|off) (?:the |our )?(?:e?-?mail(?:ing)? )?list/,
  /(?:please )?(?:do[ -]not|don['’]?t|never)[ -](?:contact|e?-?mail|send|write|use)(?: (?:by|via) e-?mails?)?(?: directly| again| him| her| them| (?:the |this )?client)?/,
  /not to be (?:contacted|e-?mailed)|(?:[a-z]+ ){0,2}no (?:further|more) (?:contact|e-?mails?)/,
  /(?:(?:client )?(?:wants|asked for|requested) no|stop) e-?mails?|no e-?mails?,? please|not an? client|non-?client/,
  /(?:this is )?(?:the |an )?(?:opposing|adverse) (?:party|side|counsel|attorney|firm)/,
)
/** In a column of any heading, such as “Status”: the cell says nothing else, but for a date or who has died. */
const REMARK = RegExp(
  [
    String.raw`^\W*(?:(?:(?:the )?client|s?he) (?:(?:is|has|was|now) )*${HAS_DIED}\b(?!['’]s).*`,
    String.raw`(?:(?:closed|inactive)\W+)?${SAYINGS}\b(?: on| in)?(?: (?:per|as of|since|see|according to) .*)?`,
  ].join('|') + String.raw`[\W\d]*(?:closed|inactive|[a-z]{3,9}\.? [\d, ]*\d{4})?\W*)$`,
  'i',
)
const KINDS =
  /^(?!.*(?:mail|phone|address).*(?:type|label)).*\b(?:tags?|labels?|categor(?:y|ies)|keywords|groups?|membership|types?|roles?|class|kind|side|party|status)$/i
const NOTES = /(?:note|comment|remark|warning|alert)s?$/i
/** A note, with its heading: “Passed 3/14/2024” may be said of an examination. */
const DIED_ON =
  /^(?!.*(?:check|exam|status|clearance|kyc|cle\b)).*(?:note|comment|remark|warning|alert)s?: \W*(?:passed(?: in| on)?|dod)\W*\d[\W\d]*(?:;.*)?$/i
/** In a list of all contacts, people who are no clients. “Court” is also a type or a status of matters. */
const NO_CLIENT = RegExp(
  `^${anyOf(
    /vendors?|courts?|judges?|clerk of (?:the )?court|attorneys?|adjusters?/,
    /insurance (?:adjuster|co(?:mpany)?|carrier)s?|(?:medical )?providers?|referral sources?/,
    /(?:expert )?witness(?:es)?|mediators?|court reporters?|process servers?|experts?|staff/,
    /interpreters?|suppliers?|third part(?:y|ies)|emergency contacts?|family members?/,
    /(?:opposing|opp\.?)(?:[ /].*)?/,
    /adverse(?: (?:part(?:y|ies)|side|counsel|attorney|firm|driver|insurer|carrier|witness))?/,
    /decedents?/,
  )}$`,
  'i',
)
const CLIENT = /(?<!\bno[nt] ?-?(?:an? )?)\bclients?$/i
const OF_MATTERS = /\b(?:case|matter|file|court|claim|account|practice|status)\b/i
const RELATION = /^relation(?:ship)?\b(?! (?:status|manager|\d))/i
const OF_OTHERS =
  /\b(?:marital|insured|debtor|defendant|plaintiff|decedent|testator|grantor|ward)\b/i

/** Alone in its row, it is the heading of the rows below: “DECEASED CLIENTS”. */
const SECTION = RegExp(
  anyOf(
    /^\W*(?:(?:[a-z]+ )?(?:type|category|status|group|class|role): *)?(?:(?:closed|inactive|former)\W+(?:and |or )?)?(?:deceased|died|dead|passed away|dnc|do[ -]not[ -](?:contact|e?-?mail|(?:send|write)(?=\W*$))|(?:opposing|adverse) (?:part(?:y|ies)|counsel))\b.{0,40}$/,
    /^(?:[a-z]+ )?(?:type|category|group|class|role): *(?:vendor|expert|attorney|adjuster|judge|(?:expert )?witness)\W*$/,
    /^\W*(?:(?:expert )?witnesses|(?:vendor|expert|attorney|adjuster|judge|mediator)s)(?:\W+(?:and )?(?:experts|vendors|attorneys|witnesses|staff))?\W*$/,
  ),
  'i',
)

/** Beside a name: “Lee (deceased)”. The client of “Estate of Lee, deceased” is alive. */
const DIED = String.raw`\bdece(?:ased|dent)\b|\bdec['’]d\b|\bdcsd\b|\(dec\b|\bdod\b|[(–-] ?passed\b|†|\bd\. ?(?=\d)|\(\d{4} ?[-–] ?\d{4}\)|\bthe late\b`
const IN_NAME = RegExp(`${DIED}|\\b(?:do not|don['’]t) (?:contact|e-?mail|write|use)\\b`, 'i')
export const DEATH = RegExp(`${DIED}|died|dead|death|fallecid|verstorb|passed|^(?:is )?a?liv`, 'i')
const BESIDE_NAME = /[()[\]*,]| [-–—] /
const ESTATE = /\bestate\b/i

/** The name alone, without words such as “deceased”, dates and other remarks. */
export const bareName = ({ first_name = '', last_name = '' }: Cells) =>
  `${first_name} ${last_name}`.replace(IN_NAME, '').replace(/[([].*?[)\]]|\d/g, '')

const keyOf = (number: string, name: string) => `${number.toLowerCase().replace(/^0+/, '')} ${name}`

/** A client has several rows in a list of matters, and in a sheet “DNC” perhaps only a number, a name or an email. */
export function keysOf(cells: Cells) {
  const { client_number = '', email = '', phone_number = '', alt_number = '' } = cells
  const name = bareName(cells)
  const keyed = peopleIn(name).map((each) => [keyOf('', nameKey(each)), each] as const)
  const digits = [phone_number, alt_number].map((text) => text.replace(/\D/g, '').slice(-10))
  return {
    byBoth: keyOf(client_number, nameKey(name)),
    byNumber: keyOf(client_number, ''),
    people: keyed.filter(([key]) => key !== ' '),
    emails: email.toLowerCase().match(/[^\s<>:;,]+@[^\s<>;,]+/g) ?? [],
    phones: digits.filter((each) => each.length === 10),
  }
}

export type Unwanted = NonNullable<Headers['unwanted']>[number]

export function requestAbout(cells: Cells, unwanted: ReadonlyMap<string, readonly Unwanted[]>) {
  const keys = Object.values(keysOf(cells)).flat(2)
  const whole = bareName(cells)
  // Of a couple in one row, one has died.
  const isWhole = ([, said, name]: Unwanted) =>
    !DEATH.test(said) || !name || peopleIn(name).length >= peopleIn(whole).length
  const listed = keys.flatMap((key) => unwanted.get(key) ?? [])
  return listed.find((each) => mayBeSame(whole, each[2]) && isWhole(each))?.[1]
}

/** @param isSure its numbers are surely those of clients */
export function unwantedIn(cells: Cells, said: string, isSure: boolean): Unwanted[] {
  const { byBoth, byNumber, people, emails, phones } = keysOf(cells)
  const isNumbered = byNumber !== ' ' && (isSure || people.length === 0)
  const isDeath = DEATH.test(said)
  // Of a couple with one number, one has died. Whoever asked may be listed as Annie.
  const isOne = isDeath && isNumbered && people.some(([key]) => key.includes(' ', 1))
  if (isOne) return [[byBoth, said, bareName(cells)]]
  const isOnlyPhone = people.length + emails.length === 0 && !(isNumbered && isSure)
  // A widow may have the email of the one who has died, and a couple one phone.
  const places = isDeath ? [] : [...emails, ...(isOnlyPhone ? phones : [])]
  const named = isNumbered ? [[byNumber, ''] as const] : people
  return [...named, ...places.map((key) => [key, ''])].map(([key, name]) => [key!, said, name!])
}

/** “John & Mary Lee” or “Lee, John and Mary”. “Smith & Jones” is a firm. */
function peopleIn(name: string): string[] {
  const text = name.replace(/^(.*?),(.*)/, '$2 $1').trim()
  const [one = '', other] = text.split(/ (?:&|and|\+) /i)
  if (other && !/ /.test(one + other)) return [`${name} Co`]
  return other ? [name, /. ./.test(one) ? one : `${one} ${other.split(' ').at(-1)}`, other] : [name]
}

/** Databases write 1/1/1900 for no date. A day may come first, and a time or a source may follow. */
const DATED =
  /^(?=.*(?<!\d)(?:19[1-9]|20[0-8])\d(?:[01]\d[0-3]\d)?(?!\d))(?:[^a-z]|(?:[ap]m|st|nd|rd|th|[tzc]|ca|circa|approx|about|(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)(?![a-z]))+(?:per .*)?$/i
/** A workbook's number of a day, without its format. */
const SERIAL = /^[1-6]\d{4}(?:\.\d+)?$/
const isDated = (text: string, date = readDate(text) ?? '') =>
  [DATED, SERIAL].some((each) => each.test(text)) || (date > '1901' && date < '2090')
const OF_THE_REST = /\buse\b|^\W*no (?:further|more)\b/i
const PARTS = / [-–—] |(?<!\b\w{3})\. |, |;|(?<=\b(?:client|conflict|notes?|alert|warning)): /i
/** Behind another text, only a wish counts: “Widow of Bob, deceased”, “Old phone, do not use”. */
const isRemark: Check = (text) => {
  const says = (part: string, at: number) =>
    REMARK.test(part) && (at === 0 || !(DEATH.test(part) || OF_THE_REST.test(part)))
  return REMARK.test(text) || (PARTS.test(text) && text.split(PARTS).some(says))
}
const isNote = (header: string) => (text: string) =>
  isRemark(text) || DIED_ON.test(`${header}: ${text}`)
const isKind = (header: string): Check => {
  const isOfContacts = !OF_MATTERS.test(header)
  return (text) => {
    const parts = [text, ...text.split(/[;,|()]|:{2,}| [-*] /)].map((part) => part.trim())
    const has = (words: RegExp) => parts.some((part) => words.test(part))
    // “Client; Vendor” is a client all the same.
    return has(REMARK) || (isOfContacts && has(NO_CLIENT) && !has(CLIENT))
  }
}
const ADVERSE = /^\W*(?:opposing|adverse|deleted)\W*$/i
const isInName: Check = (text) => {
  const besides = BESIDE_NAME.test(text) ? text.split(BESIDE_NAME) : []
  const isSaid = IN_NAME.test(text) || besides.some((part) => isRemark(part) || ADVERSE.test(part))
  return isSaid && !ESTATE.test(text)
}
const isYes: Check = (text) => YES.test(text) || REMARK.test(text) || isDated(text)

/** What a column such as “Deceased” holds. Where estates are handled, it may hold the name of a person. */
export const isYesOrNo = (text: string) =>
  [NO, REFUSED, PERMITTED].some((each) => each.test(text)) || isYes(text) || !!readDate(text)

export const REASON_HEADER = 'Not Imported Because'

/** Columns of copies of the sheet. */
export const COPIED: readonly string[] = [...CORRECTION_HEADINGS, REASON_HEADER]

const NOT_IMPORTED = 'so the row is not imported. To import it all the same,'

/** Such a row stays rejected if its other cells are corrected. */
export const saysDoNotEmail = (damage = '') => damage.includes(NOT_IMPORTED)

/** What such a row says, for the mark “Do not ask” of its client. */
export function excuseOf(damage: string) {
  const [said = ''] = damage.split(`, ${NOT_IMPORTED}`)
  const note = said.replace(/^“(.*)” says “(.*)”$/, '$1: $2')
  return { reason: DEATH.test(note) ? 'deceased' : 'declined', note } as const
}

/** Whether a column of this heading is heeded though it fills no field: “Deceased”, “Status”, “Spouse” or “Notes”. */
export function isHeeded(header: string): boolean {
  const slot = slotOfHeader(header)
  const isSaid = [KINDS, NOTES].some((each) => each.test(header.replaceAll('_', ' ')))
  const isHeading = isSaid || isOfOther(header) || saysOfField(header)
  return slot === 'do_not_email' || (!slot && isHeading)
}

const isOfOther: Check = (text) => isSomebody(text) || OF_OTHERS.test(text)

/** In a sheet “DNC”, “Requested By” and “Contact” hold the names of others. */
export const namesOther: Check = (text) =>
  isOfOther(text) || /(?:\bby|contact)\W*$|surviv/i.test(text)

const UNWANTED =
  /^[\W\d]*(?:(?:clients?|(?:e-?)?mail(?:ing)?|list of)\W+)*(?:dnc|(?:do[ -]?not|don['’]?t)[ -](?:contact|(?:e-?)?mail|send|write)|no[ -](?:contact|mail)|opt(?:ed)?[ -]?outs?|unsubscribe[ds]?|suppress(?:ed|ion)|excluded?)(?:[\W\d]+(?:clients?|contacts?|(?:e-?)?mail(?:ings?|s)?|list|again|us|from|of|by|or|and|dnc|opt[ -]?outs?|unsubscribe[ds]?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*))*[\W\d]*$/i

/** A sheet “Opposing Counsel” may list the clients beside theirs. */
export function saidBySheet(name = '') {
  const title = name.replace(CODE, ' ')
  const isOfClients = UNWANTED.test(title) || (DEATH.test(title) && SECTION.test(title))
  return isOfClients ? said(ANOTHER, name, OUT) : undefined
}

const never: Check = () => false

function checksOf({ headers, columns }: Headers, sources: readonly Source[]): Check[] {
  const firstName = columns.first_name?.[0] ?? 0
  const read = new Map(sources.flatMap((each) => each.columns.map((at) => [at, each.field])))
  return headers.map((header, column) => {
    if (columns.do_not_email?.includes(column)) {
      // `valueText` would take “declined” for no value.
      if (asksPermission(header)) return (text) => NO.test(text) || REFUSED.test(text)
      return (text) => isYes(valueText(text))
    }
    const field = read.get(column)
    if (field) return /_name$/.test(field) ? isInName : never
    // Behind an emergency contact's columns, the relationship is that contact's.
    const isOwn = column < firstName || !headers.slice(0, column).some(isOfOther)
    if (isOwn && RELATION.test(header)) return isSomebody
    if (isOfOther(header)) return never
    return KINDS.test(header.replaceAll('_', ' ')) ? isKind(header) : isNote(header)
  })
}

/** Finds rows whose client has died, or wants no email, and says where. Takes the rows in order: some name a section. */
export function doNotEmailFinder(
  found: Headers,
  sources: readonly Source[],
): (texts: readonly string[], row: number) => string | undefined {
  const { table, headers, columns } = found
  const checks = checksOf(found, sources)
  const copied = headers.flatMap((header, at) => (COPIED.includes(header) ? at : []))
  const title = titlesOf(found, copied).find((each) => SECTION.test(each))
  const name = saidBySheet(table.name) && table.name
  let [where, section] = title ? [ABOVE, title] : [NAME, name ?? '']
  return (texts, row) => {
    const heading = sectionIn(texts, copied)
    if (heading) [where, section] = [ABOVE, SECTION.test(heading) ? heading : '']
    const at = texts.findIndex((text, column) => {
      const check = checks[column] ?? isRemark
      return text && check !== never && check(cleanText(text).replace(CODE, ' '))
    })
    if (at < 0 && section) return said(where, section, OUT)
    if (at < 0) return noteIn(headers, table.remarks?.get(row)) ?? saidBefore(texts, copied)
    const what = columns.do_not_email?.includes(at) ? 'choose “Ignore” for that column' : OUT
    return said(`“${headers[at] || letterHeader(at)}”`, cleanText(texts[at]!), what)
  }
}

function noteIn(headers: readonly string[], remarks: readonly (readonly [number, string])[] = []) {
  const own = remarks.filter(([column]) => !isOfOther(headers[column] ?? ''))
  // Programs put the author's name before a note.
  const lines = own.flatMap(([, text]) => text.split(/\n|: /).map(cleanText))
  const found = lines.find(isNote('Note'))
  return found && said(NOTE, found, OUT)
}

function saidBefore(texts: readonly string[], copied: readonly number[]): string | undefined {
  const found = copied.map((at) => SAID_BEFORE.exec(texts[at] ?? '')).find(Boolean)
  const [, where, text = ''] = found ?? []
  return where && said(where, text, OUT)
}

const ABOVE = 'The heading above'
const NAME = 'The sheet’s name'
const NOTE = 'A note of the sheet'
const ANOTHER = 'Another sheet with this client'
/** In a copy of the sheet, which may lack the heading or the note. */
const SAID_BEFORE = RegExp(
  `^(?:Not imported: )?(${ABOVE}|${NAME}|${NOTE}|${ANOTHER}) says “(.*)”, ${NOT_IMPORTED}`,
)
const OUT = 'take that out of the sheet'
const said = (where: string, text: string, what: string) =>
  `${where} says “${text}”, ${NOT_IMPORTED} ${what}`
