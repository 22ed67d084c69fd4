// Forms, imports and calls of other programs store texts in this one form. A tidied text stays the same. No zod: the
// client's page loads this.

/** Longer input is rejected, never cut. */
export const MAX_TEXT = 200

/** Most texts match this and need no tidying: the check is 5 times faster. */
const TIDY = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** Control characters but tabs and LINE_BREAKS, zero-width spaces, soft hyphens, direction marks. Joiners stay. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  /[\0-\x08\x0e-\x1b\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: FileMaker separates values by them
const LINE_BREAKS = /[\n\r\v\f\x1c-\x1f\u0085\u2028\u2029]+/g

/** One line without invisible characters, in composed form. */
export const tidyText = (raw: string): string =>
  TIDY.test(raw)
    ? raw
    : raw
        // Before `normalize`: such a character may separate a letter from its accent.
        .replace(INVISIBLE, '')
        .normalize('NFC')
        .replace(LINE_BREAKS, ' ')
        .replace(/\s+/g, ' ')
        .trim()

/** Line breaks become commas. */
export const tidyLines = (raw: string): string =>
  TIDY.test(raw)
    ? raw
    : raw.split(LINE_BREAKS).map(tidyText).filter(Boolean).join('\n').replace(/,?\n/g, ', ')

/** Programs write 1001 as 1001.0 or 1,001.00. Keeps 20231.000, as firms number matters like this. */
export const tidyNumber = (raw: string): string => {
  const text = tidyText(raw)
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.00?)?$/.test(text) ? text.replace(/\.0+$|,/g, '') : text
}

/** Adds the hyphen that number pads of phones lack. */
export const tidyZip = (raw: string): string =>
  tidyText(raw).replace(
    /^(\d{5}) ?[-.\u2010-\u2015\u2212]? ?(\d{4})?$/,
    (_, five: string, four?: string) => (four ? `${five}-${four}` : five),
  )
