import { type Cells, cleanText, valueText } from './clean-cell.ts'
import { asksPermission, letterHeader, SOMEBODY } from './column-headers.ts'
import type { Headers } from './header-rows.ts'
import type { Source } from './match-columns.ts'
import { headingOf, readDate } from './own-cells.ts'

/** A date, a year or a remark may follow: “Yes, 3/14/2024”. */
const YES =
  /^(?:y|yes\b.*|t|true\b.*|s[ií]|1|x|[xy][ ,;:(–-]+\d.*|\[x\]|on|checked|all|do not allow|[✓✔☑☒✗✘]\uFE0F?|(?:[a-z]{3,9}\.?[- ,]+|\d\d?[-/])?(?:19[1-9]|20\d)\d|(?!jan-00)[a-z]{3}-\d\d)$/i
const NO = /^(?:n|no|f|false|0|\[ ?\]|off|unchecked|☐|alive|living|subscribed|allow)$/i
const REFUSED =
  /^(?:denied|withdrawn|refused|revoked|declined|deceased|opted[ -]?out|unsubscribed)\b/i

/** In a column of any heading, such as “Status”: the cell says nothing else, but for a date or who has died. */
const REMARK =
  /^\W*(?:client (?:is |has )?(?:deceased|died|dead|passed away)\b(?!['’]s).*|(?:(?:closed|inactive)\W+)?(?:deceased|dec['’]?d|died|dead|passed away|fallecid[oa]|r\.?i\.?p|dnc|(?:has )?(?:unsubscribed|opt(?:ed)?[ -]?out)(?: from (?:all )?e?-?mails?)?|(?:do[ -]not|don['’]t)[ -](?:contact|e?-?mail|send|write|use)|(?:opposing|adverse) (?:party|side|counsel|attorney|firm))\b(?: on| in)?[\W\d]*(?:closed|inactive|[a-z]{3,9}\.? [\d, ]*\d{4})?\W*)$/i
const KINDS =
  /\b(?:tags?|labels?|categor(?:y|ies)|keywords|groups?|membership|types?|roles?|status)$/i
/** Of a list of all contacts, nobody who is asked for details. “Court” is also a type or a status of matters. */
const NO_CLIENT =
  /^(?:vendors?|courts?|judges?|clerk of (?:the )?court|attorneys?|adjusters?|insurance (?:adjuster|company|carrier)s?|(?:medical )?providers?|referral sources?|(?:expert )?witness(?:es)?|mediators?|court reporters?|process servers?|opposing part(?:y|ies)|decedents?)$/i
const CLIENT = /(?<!\bno[nt] ?-?(?:an? )?)\bclients?$/i
const OF_MATTERS = /\b(?:case|matter|file|court|claim|account|practice|status)\b/i
const RELATION = /^relation(?:ship)?\b/i
const OF_OTHERS =
  /\b(?:marital|insured|debtor|defendant|plaintiff|decedent|testator|grantor|ward)\b/i

/** Alone in its row, it is the heading of the rows below: “DECEASED CLIENTS”. */
const SECTION =
  /^\W*(?:(?:closed|inactive|former)\W+(?:and |or )?)?(?:deceased|died|dead|passed away|dnc|do[ -]not[ -](?:contact|e?-?mail|send|write)|(?:opposing|adverse) (?:part(?:y|ies)|counsel))\b.{0,40}$/i

/** Beside a name: “Lee (deceased)”. The client of “Estate of Lee, deceased” is alive. */
const DIED = String.raw`\bdeceased\b|\bdec['’]d\b|\(dec\.?\)|†|\bd\. ?(?=\d)|\(\d{4} ?[-–] ?\d{4}\)|\bthe late\b`
const IN_NAME = RegExp(`${DIED}|\\b(?:do not|don['’]t) (?:contact|e-?mail|write)\\b`, 'i')
const BESIDE_NAME = /[()[\]*,]| [-–—] /
const ESTATE = /\bestate\b/i

/** Without what says not to write, its date and other remarks. */
export const bareName = ({ first_name = '', last_name = '' }: Cells) =>
  `${first_name} ${last_name}`.replace(IN_NAME, '').replace(/[([].*?[)\]]|\d/g, '')

/** A list of matters has several rows of a client. */
export const clientKey = (cells: Cells) => `${cells.client_number} ${headingOf(bareName(cells))}`

/** Databases write 1/1/1900 for no date. */
const isDate = (date = '') => date > '1901' && date < '2090'
type Check = (text: string) => boolean
const BEHIND_REMARK = / [-–—] |[;.] /
const isRemark: Check = (text) =>
  REMARK.test(text) || (BEHIND_REMARK.test(text) && REMARK.test(text.split(BEHIND_REMARK, 1)[0]!))
const isKind = (header: string): Check => {
  const isOfContacts = !OF_MATTERS.test(header)
  return (text) => {
    const parts = [text, ...text.split(/[;,|()]|:{2,}| [-*] /)].map((part) => part.trim())
    const has = (words: RegExp) => parts.some((part) => words.test(part))
    // “Client; Vendor” is a client all the same.
    return has(REMARK) || (isOfContacts && has(NO_CLIENT) && !has(CLIENT))
  }
}
const isInName: Check = (text) =>
  (IN_NAME.test(text) || (BESIDE_NAME.test(text) && text.split(BESIDE_NAME).some(isRemark))) &&
  !ESTATE.test(text)
const isYes: Check = (text) => YES.test(text) || REMARK.test(text) || isDate(readDate(text))

/** What a column such as “Deceased” holds. Where estates are handled, it may hold the name of a person. */
export const isYesOrNo = (text: string) =>
  [NO, REFUSED].some((each) => each.test(text)) || isYes(text) || !!readDate(text)

const NOT_IMPORTED = 'so the row is not imported. To import it all the same,'

/** Correcting other cells of the row changes nothing about it. */
export const saysDoNotEmail = (damage = '') => damage.includes(NOT_IMPORTED)

/** What such a row says, for the mark “Do not ask” of its client. */
export function excuseOf(damage: string) {
  const said = damage.slice(0, damage.indexOf(`, ${NOT_IMPORTED}`))
  const note = said.replace(/^“(.*)” says “(.*)”$/, '$1: $2')
  const isDead = RegExp(
    `${DIED}|died|dead|death|dod\\b|fallecid|passed away|^(?:is )?(?:alive|living)`,
    'i',
  ).test(note)
  return { reason: isDead ? 'deceased' : 'declined', note } as const
}

const never: Check = () => false

/** Finds rows whose client has died, or wants no email, and says where. Takes the rows in order: some name a section. */
export function doNotEmailFinder(
  { headers, columns }: Headers,
  sources: readonly Source[],
): (texts: readonly string[]) => string | undefined {
  const flags = new Set(columns.do_not_email)
  const firstName = columns.first_name?.[0] ?? 0
  const read = new Map(sources.flatMap((each) => each.columns.map((at) => [at, each.field])))
  const checkOf = (header: string, column: number): Check => {
    if (flags.has(column)) {
      const isNo: Check = (text) => NO.test(text) || REFUSED.test(text)
      const isRefusal = asksPermission(header) ? isNo : isYes
      return (text) => isRefusal(valueText(text))
    }
    const field = read.get(column)
    if (field) return /_name$/.test(field) ? isInName : never
    // In front of the name it is that person's, and not that of an emergency contact.
    if (column < firstName && RELATION.test(header)) return (text) => SOMEBODY.test(text)
    if ([SOMEBODY, OF_OTHERS].some((each) => each.test(header))) return never
    return KINDS.test(header.replaceAll('_', ' ')) ? isKind(header) : isRemark
  }
  const checks = headers.map(checkOf)
  let section = ''
  return (texts) => {
    // A text further right may be a remark about the client above.
    const first = texts[0]?.trim() ? 0 : 1
    if (texts[first]?.trim() && texts.every((text, at) => at === first || !text.trim()))
      section = SECTION.test(texts[first]) ? cleanText(texts[first]) : ''
    const at = texts.findIndex((text, column) => {
      const check = checks[column] ?? isRemark
      return text && check !== never && check(cleanText(text))
    })
    if (at < 0) return section ? said('The heading above', section, OUT) : undefined
    const what = flags.has(at) ? 'choose “Ignore” for that column' : OUT
    return said(`“${headers[at] || letterHeader(at)}”`, cleanText(texts[at]!), what)
  }
}

const OUT = 'take that out of the sheet'
const said = (where: string, text: string, what: string) =>
  `${where} says “${text}”, ${NOT_IMPORTED} ${what}`
