import { stateCode } from '@attest/contract/place'
import { isStreetWord } from '@attest/contract/same-value'
import { stateOfZip } from '@attest/contract/suggestions'

export interface WholePlace {
  /** '' for “Boston, MA 02134”. */
  address: string
  city: string
  /** As it is written: MA, Mass. or Massachusetts. */
  state: string
  zip_code: string
}

const COUNTRY = /[,\s]+(?:U\.?S\.?A?\.?|United States(?: of America)?)$/i
const ZIP_AT_END = /^(.*?)[,\s]+(\d{5}(?:-\d{4})?)$/
const LONGEST_STATE = 3

/** The parts of “1 Elm St, Boston, MA 02134”, if the zip code belongs to the state. Without commas nothing is certain. */
export function placeIn(text: string): WholePlace | undefined {
  const plain = text
    .trim()
    .replace(/\s*[;|]\s*|,(?=\S)/g, ', ')
    .replace(COUNTRY, '')
  const [, before = '', zip_code = ''] = ZIP_AT_END.exec(plain) ?? []
  const meant = stateOfZip(zip_code)
  const words = before.split(' ')
  for (let count = 1; meant && count <= Math.min(LONGEST_STATE, words.length - 1); count++) {
    const state = words.slice(-count).join(' ')
    if (stateCode(state) !== meant) continue
    const lines = words.slice(0, -count).join(' ').replace(/,$/, '').split(', ')
    const city = lines.pop()!
    const isCity = city !== '' && !/\d|\bcounty$/i.test(city)
    return isCity ? { address: lines.join(', '), city, state, zip_code } : undefined
  }
  return undefined
}

/** Writes a place as `old` is written. */
export function placeLike(old: string, { address, city, state, zip_code }: WholePlace): string {
  const was = placeIn(old.replaceAll('\n', ', '))
  const comma = was && old.includes(`${was.city},`) ? ',' : ''
  const lines = old.includes('\n') ? '\n' : ', '
  const last = `${city}${comma} ${state} ${zip_code}`
  return address ? `${address.replaceAll(', ', lines)}${lines}${last}` : last
}

const NUMBER_AT_START = /^(\d+[a-z]?), /i
const DIRECTION = /^((?:\d+[a-z]? )?(?:[ns]?\.?[ew]?|(?:north|south)?(?:east|west)?)\.?), /i

/** “12”, “N”, “Main”, “St” and “Apt 4” → “12 N Main St, Apt 4”. A single “E” at the end may be a unit. */
export const joinLines = ([first = '', ...more]: readonly string[]): string =>
  [first, ...more.map((line) => (line.length > 1 && isStreetWord(line) ? ` ${line}` : `, ${line}`))]
    .join('')
    .replace(NUMBER_AT_START, '$1 ')
    .replace(DIRECTION, '$1 ')
