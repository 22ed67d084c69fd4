import { MAX_SEARCH_WORDS } from '@attest/contract/fields'
import { type RawBuilder, sql } from 'kysely'

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Up to four signs, without letters, digits and the signs that `search_fold` keeps. */
const GAP = '[^\\d\\p{L}@_%&]{0,4}'

/** A North American number in any notation, with or without the 1, and the word before its extension. */
const PHONE = new RegExp(
  `(?<!\\d)\\+?1?${GAP}([2-9]\\d\\d)${GAP}(\\d{3})${GAP}(\\d{4})(?!\\d)(?:\\W{0,2}(?:ext(?:ension)?|x)\\W{0,2}(?=\\d))?`,
  'giu',
)

/** "Smith-Jones" may be stored as "Smith Jones", and "O'Brien" as "O Brien". */
const JOINTS = /[\p{Pd}\p{Pi}\p{Pf}'`´ʼ]+/gu

/** Returns one condition per word, which must occur in one of `texts`. `search_fold` has made these texts. */
export const fitsSearch = (search: string, ...texts: RawBuilder<unknown>[]) =>
  wordsOf(search).map((word) => {
    const patterns = [...new Set([word, word.replace(JOINTS, ' '), ...germanOf(word)])].map(
      foldedPattern,
    )
    const fits = texts.flatMap((text) => patterns.map((pattern) => sql`${text} like ${pattern}`))
    return sql`(${sql.join(fits, sql` or `)})`
  })

/** "Mueller" finds "Müller", and the reverse. "Joe" does not find "Jö", nor "Samuel" "Samül". */
const germanOf = (word: string): string[] => [
  word.normalize('NFC').replace(/[äöü]/gi, (letter) => `${letter}e`),
  word.length > 4 ? word.replace(/([aou])e(?!l\b|[aeiou\W]|$)/gi, '$1') : word,
]

/** A comma ends a word, but not in "1,001". */
const wordsOf = (search: string) =>
  [...new Set(search.replace(PHONE, ' $1$2$3 ').split(/\s+|,(?!\d)/))]
    .filter(Boolean)
    .slice(0, MAX_SEARCH_WORDS)

/** Escapes wildcards after folding, which turns a wide percent sign into one. */
const foldedPattern = (word: string) =>
  sql`'%' || regexp_replace(search_fold(${word}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`
