import { sql } from 'kysely'

/** For `like` and `ilike`: has this text in it, to the letter. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * One pattern for each word of a search, for `like` on what is in lower case: the database lowers the
 * patterns, too, for JavaScript knows other rules (İ, Σ at the end of a word).
 */
export const containingWords = (search: string) =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`lower(${containing(word)})`)
