/** For `like` and `ilike`: has this text in it, to the letter. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One pattern for each word of a search, for `like` on what is in lower case. */
export const containingWords = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).map(containing)
