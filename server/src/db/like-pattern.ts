import { MAX_SEARCH_WORDS } from '@attest/contract/fields'
import { sql } from 'kysely'

/** For `like` and `ilike`: has this text in it, to the letter. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * One pattern for each word of a search that counts, for `like` on what is in lower case: the database lowers
 * the patterns, too, for JavaScript knows other rules (İ, Σ at the end of a word).
 */
export const containingWords = (search: string) =>
  [...new Set(search.split(/\s+/).filter(Boolean))]
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => sql`lower(${containing(word)})`)
