import { formatPhone } from '@attest/contract/client-fields'
import { countryCode } from '@attest/contract/countries'
import { email } from '@attest/contract/fields'
import type { PreviewField, PreviewSuggestion } from '@attest/contract/import-previews'
import { parsePhone, phonesIn } from '@attest/contract/parse-phone'
import { countryName, stateCode, stateName, US } from '@attest/contract/place'
import {
  type Suggestion,
  stateOfZip,
  suggestEmail,
  suggestSpelling,
  suggestState,
  suggestUnit,
} from '@attest/contract/suggestions'
import addressparser from 'nodemailer/lib/addressparser'
import { NOBODY } from '../check-client.ts'
import type { RowPlan } from '../plan-row.ts'
import type { KnownClient } from '../queries.ts'
import type { Cells } from '../sheet/clean-cell.ts'
import { FORMER } from '../sheet/column-headers.ts'
import { isSomebody } from '../sheet/somebody.ts'
import { folded } from '../stored.ts'
import { namesIn } from '../whole-name.ts'
import { cellsOf, kindOf, type Planned } from './plan-preview.ts'

export function suggestionsOf(planned: Planned): PreviewSuggestion[] {
  const { given, plan } = planned
  if (!plan || plan.kind === 'unchanged' || kindOf(planned) === 'undecided') return []
  const cells = plan.kind === 'rejected' ? cellsOf(given) : (plan.after as Cells)
  const before = plan.kind === 'created' ? undefined : plan.before
  const country = countryFor(cells)
  const there = { ...cells, ...country?.cells }
  return [
    offer('email', emailFor(cells)),
    phoneFor('phone_number', there),
    phoneFor('alt_number', there),
    ...fourDigits(cells, plan.kind === 'rejected'),
    country,
    offer('state', stateFor(cells)),
    nameFor(cells),
    ...keepAddress(plan),
    offer('address', before && suggestUnit(cells.address ?? '', before.address)),
    numberFor(planned),
    swapped(cells, before),
  ].filter((suggestion) => suggestion !== undefined)
}

const offer = (field: PreviewField, suggestion: Suggestion | undefined) =>
  suggestion && { field, ...suggestion, cells: { [field]: suggestion.value } }

function phoneFor(
  field: 'phone_number' | 'alt_number',
  cells: Cells,
): PreviewSuggestion | undefined {
  const text = cells[field]
  const country = (cells.country && countryCode(cells.country)) || US
  if (!text || NOBODY.test(text) || parsePhone(text, country)) return undefined
  const [first, second] = saysOther(text) ? [] : phonesIn(text, country).map(formatPhone)
  if (first && second && field === 'phone_number' && !cells.alt_number)
    return {
      field,
      text: 'Two numbers in one cell.',
      action: 'Use Both',
      cells: { phone_number: first, alt_number: second },
    }
  if (first) return { field, text: `Holds ${first}.`, action: 'Use It', cells: { [field]: first } }
  const ask = field === 'phone_number' ? 'Ask the Client' : 'Leave It Out'
  return { field, text: 'Not a phone number.', action: ask, cells: { [field]: '' } }
}

const CANADIAN_CODE = /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i

function countryFor({ country, state = '', zip_code = '' }: Cells): PreviewSuggestion | undefined {
  const use = (code: string, text: string): PreviewSuggestion => {
    return { field: 'country', text, action: `Use ${countryName(code)}`, cells: { country: code } }
  }
  const [meant, known] = [stateOfZip(zip_code), stateCode(state)]
  const isAbroad = country && countryCode(country) !== US
  if (isAbroad && meant && meant === known) return use(US, `${zip_code} is in ${stateName(meant)}.`)
  if (country) return undefined
  if (CANADIAN_CODE.test(zip_code)) return use('CA', `${zip_code} is a postal code of Canada.`)
  const named = known ? US : (countryCode(state) ?? US)
  return named === US ? undefined : use(named, `${state} is abroad.`)
}

function keepAddress(plan: RowPlan): PreviewSuggestion[] {
  if (plan.kind !== 'rejected' || !plan.before || !plan.problems.address) return []
  const cells = { address: '', city: '', state: '', zip_code: '' }
  return [{ field: 'address', text: 'Keep the address on file?', action: 'Keep It', cells }]
}

/** An address among other words: “Ann <ann@x.com>”, “mailto:ann@x.com;”, or two. Not “Bob <bob@x.com>”. */
function emailFor(cells: Cells): Suggestion | undefined {
  const { email: text = '', first_name = '' } = cells
  if (text === '' || isEmail(text)) return suggestEmail(text)
  const repaired = text
    .replace(/,(?=[^,@\s]*$)/, '.')
    .replace(/ ?@ ?/, '@')
    .replaceAll('’', "'")
  const list = text.replace(
    /<\/?a\b[^>]*>|#?mailto:|#$|\?\w+=.*|\s*(?::::|<br\s*\/?>|[|/[\]])\s*|(?<=@\S+) (?:(?:and|or) )?(?=\S+@)/gi,
    ', ',
  )
  const words = list.replace(/[^\s<(:;,]+@[^\s>);,]+/g, ' ')
  const all = addressparser(list, { flatten: true })
    .map(({ address }) => address.replace(/^[.,;]+|[.,;]+$/g, ''))
    .filter((address) => isEmail(address) && standsAlone(list, address))
  const found = isEmail(repaired) ? [repaired] : isOfClient(words, cells) ? [...new Set(all)] : []
  const value = found.find((each) => folded(each).includes(folded(first_name))) ?? found[0]
  if (!value) return undefined
  return found.length > 1
    ? { text: `${found.length} email addresses in one cell.`, action: `Use ${value}`, value }
    : { text: `Did you mean ${value}?`, action: 'Use This', value }
}

const HARMLESS =
  /^(?:[ehw]|e?mail|mailto|https?|home|work|personal|private|business|office|preferred|primary|main|best|new|and|or|to|send|click|here|link)$/

/** Other words around an address must be the client's name: any other may say that it is somebody's, or out of use. */
function isOfClient(words: string, { first_name = '', last_name = '', email: text = '' }: Cells) {
  const wordsOf = (each: string) => each.split(/\P{L}+/u).map(folded)
  const rest = wordsOf(words).filter((word) => word !== '' && !HARMLESS.test(word))
  const isIn = (name: string) => (word: string) => wordsOf(name).includes(word)
  const isNamed = rest.every(isIn(`${first_name} ${last_name}`))
  const isFirst = text.split('@').length === 2 && rest.some(isIn(first_name))
  return !saysOther(words) && (isNamed || isFirst)
}

const saysOther = (words: string) =>
  isSomebody(words) || FORMER.test(words) || /\bfor\b|->|→/i.test(words)

/** Not the second half of “ann lee@x.com”: that is another mailbox. */
const standsAlone = (list: string, address: string) =>
  /(?:^|[,;:<(])\s*$/.test(list.slice(0, list.toLowerCase().indexOf(address.toLowerCase())))

const isEmail = (text: string) => email.safeParse(text).success

/** “Lee, Ann” or “Ann Lee” in one of the two columns, whatever the other repeats. “Garcia Lopez” beside an empty first name is a last name. */
function nameFor({ first_name, last_name = '' }: Cells): PreviewSuggestion | undefined {
  const isInFirst = ['', first_name, namesIn(first_name ?? '')?.last_name].includes(last_name)
  const whole = !first_name ? last_name : isInFirst ? first_name : ''
  if (first_name === '' && !whole.includes(',')) return undefined
  const cells = namesIn(whole)
  if (!cells) return undefined
  const { first_name: first, last_name: last } = cells
  const text = `First name ${first}, last name ${last}?`
  return { field: 'first_name', text, action: 'Split the Name', cells }
}

/** Lost a zero at the start, or another digit: only the state can tell, if it is right. */
function fourDigits(
  { state = '', zip_code = '' }: Cells,
  isRejected: boolean,
): PreviewSuggestion[] {
  if (!isRejected) return []
  const typed = zip_code.replace(/[oO]/g, '0').replace(/[lI]/g, '1')
  if (typed !== zip_code && /^\d{5}$/.test(typed)) return [zipAs(typed, `Did you mean ${typed}?`)]
  const meant = /^\d{4}$/.test(zip_code) ? stateOfZip(`0${zip_code}`) : undefined
  if (!meant || meant === stateCode(state)) return []
  const whole = `0${zip_code}`
  return [
    zipAs(
      '',
      `4 digits in your sheet, and no zip code of ${stateName(stateCode(state) ?? state)}.`,
    ),
    {
      field: 'state',
      text: `${whole} is in ${stateName(meant)}.`,
      action: `Use ${meant} ${whole}`,
      cells: { state: meant, zip_code: whole },
    },
  ]
}

const zipAs = (zip_code: string, text: string): PreviewSuggestion => ({
  field: 'zip_code',
  text,
  action: zip_code ? `Use ${zip_code}` : 'Ask the Client',
  cells: { zip_code },
})

function stateFor({ country, state, zip_code }: Cells): Suggestion | undefined {
  if (country && countryCode(country) !== US) return undefined
  const typed = state ?? ''
  const place = { country: US, state: stateCode(typed) ?? typed, zip_code: zip_code ?? '' }
  return suggestState(place) ?? suggestSpelling(typed)
}

function numberFor({ given, plan, knownNumber }: Planned): PreviewSuggestion | undefined {
  if (!knownNumber || plan?.kind !== 'rejected' || !plan.problems.client_number) return undefined
  if (knownNumber === cellsOf(given).client_number) return undefined
  return {
    field: 'client_number',
    text: `Client number ${knownNumber} is known.`,
    action: `Use ${knownNumber}`,
    cells: { client_number: knownNumber },
  }
}

function swapped(cells: Cells, before: KnownClient | undefined): PreviewSuggestion | undefined {
  const { first_name = '', last_name = '' } = cells
  if (!before || !isName(before.first_name, last_name) || !isName(before.last_name, first_name))
    return undefined
  if (isName(first_name, last_name)) return undefined
  return {
    field: 'first_name',
    text: 'First and last name are swapped.',
    action: `Use ${last_name} ${first_name}`,
    cells: { first_name: last_name, last_name: first_name },
  }
}

const isName = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase()
