import { isFlag } from './clean-cell.ts'
import { isSomebody, type Meaning } from './column-headers.ts'

type Texts = readonly string[]

/** Columns that name another person, and emails of others: by the headings and, if certain, by the emails' letters. */
export function othersNamed(
  headers: Texts,
  meanings: readonly (Meaning | undefined)[],
  samples: readonly Texts[] = [],
) {
  const columns = NAMES.map((slot) => meanings.findIndex((meaning) => meaning?.slot === slot))
  const [first, last, whole] = columns.map((at) => samples[at])
  const parts = first && last ? [first, last] : [first, last, whole]
  const clientOf = (row: number) => parts.map((texts) => texts?.[row]).join(' ')
  // A person's choice is closer than 1.
  const emails = meanings.map(
    (each) => /^(?:kind_)?email$/.test(each?.slot ?? '') && each!.closeness <= 1,
  )
  const theirs: number[] = []
  const named = headers.map((header, at) => {
    const next = emails.indexOf(true, at + 1)
    // Texts behind all emails only take one away.
    const email = next < 0 ? emails.lastIndexOf(true) : next
    const mayTell = !emails[at] && !BUSINESS.test(header)
    const owner = mayTell && ownerOf(samples[email], clientOf, samples[at])
    if (owner === 'other') theirs.push(email)
    const texts = (samples[at] ?? []).filter(Boolean)
    // “Notary: No” names nobody.
    const isPerson =
      isSomebody(header) &&
      !(texts.length > 0 && texts.every((text) => /^\D+$/.test(text) && isFlag(text)))
    return owner === 'other' || (isPerson && (next < 0 || owner !== 'client'))
  })
  return { named, theirs }
}

/** “acme@” is the email of a client whose own business is Acme. */
const BUSINESS = /^\W*(?:company|business|organi[sz]ation|entity|dba)(?:[\s_-]*name)?\W*$/i
const NAMES = ['first_name', 'last_name', 'whole_name']

/** Whose letters most emails have. A single one of the other person's is no error, but a sign. */
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

/** “Ann Lee” and “Lee, Ann” may have ann72@, alee@ or leea@. Of another person, each word counts that is not the client's, nor “Spouse”. */
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
