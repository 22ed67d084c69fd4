import { type Place, US } from './place.ts'
import { STATES, stateCode, stateName } from './states.ts'
import { tidyText, tidyZip } from './tidy.ts'
import { joinUnit, unitOf } from './unit.ts'
import { stateOfZip } from './zip-states.ts'

/** A guess about one field. It never keeps anyone from saving. */
export interface Suggestion {
  text: string
  action: string
  /** The field's value after the button. */
  value: string
}

/** Common providers, and the real domains that differ from one of them in a letter. */
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

/** One letter added, removed or changed, or two swapped. */
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

/** The state whose name differs from a misspelled one in a letter. */
export function suggestSpelling(typed: string): Suggestion | undefined {
  const name = tidyText(typed).toLowerCase()
  if (stateCode(name) || name.length < SHORTEST_NAME - 1) return undefined
  const meant = STATES.find(([, known]) => isOneSlip(name, known.toLowerCase()))
  if (!meant) return undefined
  const [value, known] = meant
  return { text: `Did you mean ${known}?`, action: `Use ${known}`, value }
}

/** Not only "Apt 3": a client may have typed "3" as the unit. */
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
