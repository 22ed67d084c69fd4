import { isFlag } from './clean-cell.ts'
import type { Meaning, Slot } from './column-headers.ts'
import { isSomebody } from './somebody.ts'

type Texts = readonly string[]

/** Columns that name another person, and emails of others, by their headings and by the letters of the emails. */
export function othersNamed(
  headers: Texts,
  meanings: readonly (Meaning | undefined)[],
  samples: readonly Texts[] = [],
) {
  const columns = NAMES.map((slot) => meanings.findIndex((meaning) => meaning?.slot === slot))
  const [first, last, whole] = columns.map((at) => samples[at])
  const parts = first && last ? [first, last] : [first, last, whole]
  const clientOf = (row: number) => parts.map((texts) => texts?.[row]).join(' ')
  // Above 1, a person has chosen the column: the letters decide nothing there.
  const emails = meanings.map(
    (each) => /^(?:kind_)?email$/.test(each?.slot ?? '') && each!.closeness <= 1,
  )
  const theirs: number[] = []
  const named = headers.map((header, at) => {
    const next = emails.indexOf(true, at + 1)
    // A column behind all emails can only show that the last one is another person's.
    const email = next < 0 ? emails.lastIndexOf(true) : next
    const mayTell = !emails[at] && !BUSINESS.test(header)
    const owner = mayTell && ownerOf(samples[email], clientOf, samples[at])
    if (owner === 'other') theirs.push(email)
    const texts = (samples[at] ?? []).filter(Boolean)
    // “Notary: No” names nobody. A number may be of a person.
    const isYesOrNo = texts.length > 0 && texts.every((text) => isFlag(text) && !/\d/.test(text))
    const isPerson = isSomebody(header) && !isYesOrNo
    return owner === 'other' || (isPerson && (next < 0 || owner !== 'client'))
  })
  return { named, theirs }
}

/** “acme@” is the email of a client whose own business is Acme. */
const BUSINESS = /^\W*(?:company|business|organi[sz]ation|entity|dba)(?:[\s_-]*name)?\W*$/i
export const NAMES: readonly Slot[] = ['first_name', 'last_name', 'whole_name']

/** Whose name most emails are made of. Undefined in doubt: one email with the other person's name is enough. */
function ownerOf(emails: Texts = [], clientOf: (row: number) => string, others: Texts = []) {
  const rows = emails.flatMap((email, row) => {
    const client = clientOf(row).trim()
    if (!email || !client) return []
    return { isOwn: hasName(email, client), isTheirs: hasName(email, others[row], client) }
  })
  const own = rows.filter(({ isOwn, isTheirs }) => isOwn && !isTheirs).length
  const theirs = rows.filter(({ isOwn, isTheirs }) => isTheirs && !isOwn).length
  if (2 * theirs > rows.length) return 'other'
  return theirs === 0 && own > 1 && 2 * own >= rows.length ? 'client' : undefined
}

/**
 * Whether an email is made of a name: “Ann Lee” and “Lee, Ann” may have ann72@, alee@ or leea@. With a `client`, the
 * name is another person's, and only its words that are not the client's count.
 */
function hasName(email: string, name = '', client?: string): boolean {
  const words = /[\d@]|.{40}/.test(name) ? [] : wordsOf(name.replace(/^(.*?),(.*)/, '$2 $1'))
  const [letters, own] = [wordsOf(email.split('@')[0]).join(''), wordsOf(client)]
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const short = [first, first[0]].flatMap((each) => [each + last, last + each])
  const counted =
    client === undefined
      ? [first]
      : words.filter((word) => !own.includes(word) && !isSomebody(word))
  const isIn = (word: string) => letters.includes(word.slice(0, client === undefined ? 3 : 4))
  return first !== '' && (short.includes(letters) || counted.some((each) => each[2] && isIn(each)))
}

const wordsOf = (text = ''): Texts => {
  const letters = text.normalize('NFKD').replace(/\p{M}|['’]/gu, '')
  return letters.toLowerCase().match(/[a-z]+/g) ?? []
}
