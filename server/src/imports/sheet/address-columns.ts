import { isAddressPart, type Meaning } from './column-headers.ts'
import type { Candidate } from './match-columns.ts'

/** Of two columns “City”, each belongs to the street before it. Beside “City 2”, “Address 2” is another address. */
export function withStreets(all: readonly (Meaning | undefined)[], headers: readonly string[]) {
  const isPair = headers.some((header) => /\b(?:city|zip)[\W_]?2$/i.test(header))
  const isOther = (at: number) => isPair && all[at]?.slot === 'address_2' && /2$/.test(headers[at]!)
  const hasHouse = all.some((meaning) => meaning?.slot === 'house_number')
  // Without a house's number, “Suffix” may be that of a name.
  const isNone = (at: number) => !hasHouse && /^(?:dir(?:ection)?|suffix)\W*$/i.test(headers[at]!)
  const meanings = all.map((meaning, at) => (isOther(at) || isNone(at) ? undefined : meaning))
  const isPart = (meaning?: Meaning) => meaning?.group === '' && isAddressPart(meaning.slot)
  const bare = meanings.flatMap((meaning) => (isPart(meaning) ? meaning!.slot : []))
  let group = ''
  return meanings.map((meaning) => {
    if (meaning?.slot === 'address') group = meaning.group
    const isTwice = meaning && bare.indexOf(meaning.slot) !== bare.lastIndexOf(meaning.slot)
    return isTwice && isPart(meaning) ? { ...meaning, group } : meaning
  })
}

/** Street, city, state and zip code are of one address: the home, or the business if most have only that. */
export function addressGroup(candidates: readonly Candidate[]): (candidate: Candidate) => boolean {
  const filled = candidates.filter((each) => isAddressPart(each.slot) && !each.isEmpty)
  const streets = filled.filter(({ slot }) => slot === 'address')
  const most = Math.max(...streets.map((street) => street.filled))
  const street = streets
    .filter((each) => 2 * each.filled >= most)
    .toSorted((a, b) => b.score - a.score || a.position - b.position)[0]
  const group = street?.group ?? ''
  const has = new Set(filled.filter((each) => each.group === group).map(({ slot }) => slot))
  return (each) => {
    if (!isAddressPart(each.slot) || each.group === group) return true
    // A client abroad must not be taken for one in the United States.
    const mayJoin = group === '' || each.group === '' || each.slot === 'country'
    return mayJoin && !has.has(each.slot)
  }
}
