import type { Cells } from './sheet/clean-cell.ts'
import { folded } from './stored.ts'

// First and last name in one cell: “Lee, Ann” or “Dr. Ann B. Lee Jr.”.

interface Names {
  first_name: string
  last_name: string
}

type Person = { [name in keyof Names]?: string | null | undefined }

const TITLE = /^(?:(?:dr|mr|mrs|ms|miss|prof|rev|hon)\b\.? )+/i
const SUFFIX = /^(?:[js]r|i{1,3}|iv|esq|m\.?d|d\.?d\.?s|ph\.?d|j\.?d|cpa|mba|rn)\.?$/i
const JUNIOR = '((?:[js]r|i{2,3}|iv)\\.?)'
const JUNIOR_AT_END = new RegExp(`^(.+?),? ${JUNIOR}$`, 'i')
/** “O'Brien, Patrick Jr.” and “King, Martin Luther, Jr.” */
const JUNIOR_BEHIND = new RegExp(`^([^,]+), ?([^,]+?)(,?) ${JUNIOR}$`, 'i')
/** “King, Jr., Martin Luther” */
const JUNIOR_BETWEEN = new RegExp(`^([^,]+), ?${JUNIOR}, ?([^,]+)$`, 'i')
const PARTICLE =
  /^(?:van|von|vom|zu|der|den|de|del|della|di|da|dos|das|du|la|le|st\.?|ter|bin|ibn|al)$/i
const NO_PERSON =
  /[&/+@()\d*#]| [-–] | y |\b(?:llc|llp|lp|inc|corp|corporation|ltd|pllc|company|co|trust|estate|family|foundation|church|bank|association|partners|partnership|properties|services|group|city|county|trustee|executor|executrix|administrator|guardian|conservator|attorney|agent|president|director|manager|owner|and|or|of|the|deceased|aka|[fn]ka|dba|minor|contact|call|see|note)\b/i

const isLastFirst = (text: string) => {
  const [, behind = ''] = text.split(/, ?/)
  return behind !== '' && !SUFFIX.test(behind)
}

const juniorLast = (text: string) =>
  text.replace(JUNIOR_BEHIND, '$1 $4, $2').replace(JUNIOR_BETWEEN, '$1 $2, $3')

/** A guess that a person confirms. */
export function namesIn(whole: string): Names | undefined {
  const text = juniorLast(whole.trim().replace(TITLE, ''))
  const [before = '', behind = '', ...more] = text.split(/ ?, ?/)
  if (NO_PERSON.test(text) || more.length > 0 || before === '') return undefined
  if (isLastFirst(text)) return { first_name: behind.replace(TITLE, ''), last_name: before }
  const words = before.split(/\s+/)
  const particle = words.findIndex((word) => PARTICLE.test(word))
  const start = particle < 0 ? words.findLastIndex((word) => !SUFFIX.test(word)) : particle
  if (start < 1) return undefined
  const last_name = words.slice(start).join(' ') + (behind && `, ${behind}`)
  return { first_name: words.slice(0, start).join(' '), last_name }
}

/** Wherever the first name ends: the order of the words decides. */
export function isNameOf(whole: string, { first_name, last_name }: Person) {
  if (!first_name || !last_name) return false
  const text = whole.trim()
  const plain = (each: string) =>
    isLastFirst(each) ? last_name + first_name : first_name + last_name
  const readings = [text, text.replace(TITLE, ''), juniorLast(text)]
  return readings.some((each) => folded(each) === folded(plain(each)))
}

/** Names as `old` is written. Undefined if `names` would be read as other ones. */
export function nameLike(old: string, names: Person): string | undefined {
  const [title = ''] = TITLE.exec(old.trim()) ?? []
  const { first_name, last_name } = names
  const isLast = isLastFirst(juniorLast(old.trim()))
  const [, last, junior] = JUNIOR_AT_END.exec(last_name ?? '') ?? []
  const [isBehind, , , comma] = JUNIOR_BEHIND.exec(old.trim()) ?? []
  let text = isLast ? `${last_name}, ${first_name}` : `${title}${first_name} ${last_name}`
  const isBetween = junior && JUNIOR_BETWEEN.test(old.trim())
  if (junior && isBehind) text = `${last}, ${first_name}${comma} ${junior}`
  if (isBetween) text = `${last}, ${junior}, ${first_name}`
  const isLike = isLast === isLastFirst(isBetween ? juniorLast(text) : text)
  return isLike && isNameOf(text, names) ? text : undefined
}

/**
 * A known client's row, with both names if the last name's cell holds them. `people`: the names on file, and former ones.
 * Undefined if it may hold other ones: together with the stored first name they would be nobody's.
 */
export function withNamesOnFile(row: Cells, people: readonly Names[]): Cells | undefined {
  const { first_name, last_name } = row
  if (first_name || !last_name) return row
  const isSame = (one: string, other: string) => folded(one) === folded(other)
  if (people.some((each) => isSame(each.last_name, last_name))) return row
  const onFile = people.find((each) => isNameOf(last_name, each))
  if (onFile) return { ...row, first_name: onFile.first_name, last_name: onFile.last_name }
  const names = namesIn(last_name)
  const isAlike = (each: Names) =>
    names && (isSame(each.first_name, names.first_name) || isSame(each.last_name, names.last_name))
  if (people.some(isAlike)) return { ...row, ...names }
  // A heading may stand above two columns: of “Ann | Lee”, only “Ann” was read. Under “Client”, “Yes” is no name.
  const isFirst = people.some((each) => isSame(each.first_name, last_name))
  return isFirst || first_name === undefined || /[\s,]/.test(last_name) ? undefined : row
}

/** The client, and the same person with the names before each answer. */
export const formerSelves = <P extends Names>(client: P, answers: readonly { old: object }[]) =>
  [{}, ...answers.map(({ old }) => old)].map((old): P => ({ ...client, ...old }))
