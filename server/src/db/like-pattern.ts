import { MAX_SEARCH_WORDS } from '@attest/contract/fields'
import { sql } from 'kysely'

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One lowercased pattern a word. The database lowers them: JavaScript treats İ and a final Σ differently. */
export const likePatterns = (search: string) =>
  [...new Set(search.split(/\s+/).filter(Boolean))]
    .slice(0, MAX_SEARCH_WORDS)
    .map((word) => sql`lower(${likePattern(word)})`)
