// One text, one stored value, whichever way it comes: forms, other programs and imports tidy with these. Each
// leaves what it has tidied as it is. Without zod, which the client's page does not load.

/** Plain words with single spaces, which nothing below would alter. Most texts are; this is 5 times faster. */
const TIDY = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/**
 * Control characters but tabs and line breaks; zero-width spaces, soft hyphens and marks of direction, which come along
 * when copied from a web page. The joiners are left: in some scripts they belong to the word.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  /[\0-\x08\x0e-\x1f\x7f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

const LINE_BREAKS = /[\n\r\v\f\u0085\u2028\u2029]+/

/** One line without what cannot be seen, composed as people type it. */
export const tidyText = (raw: string): string =>
  TIDY.test(raw)
    ? raw
    : raw
        // First, since it may stand between a letter and its accent.
        .replace(INVISIBLE, '')
        .normalize('NFC')
        .replace(/[\s\u0085]+/g, ' ')
        .trim()

/** An address: where a line of it ends, a comma stands. */
export const tidyLines = (raw: string): string =>
  raw.split(LINE_BREAKS).map(tidyText).filter(Boolean).join('\n').replace(/,?\n/g, ', ')

/**
 * A client's or a phone number: 1001.0 and 1,001.00 are how programs that know only numbers write 1001. With
 * three zeros it is a number of its own: firms write client and matter as 20231.000.
 */
export const tidyNumber = (raw: string): string => {
  const text = tidyText(raw)
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.00?)?$/.test(text) ? text.replace(/\.0+$|,/g, '') : text
}

/** A zip code of nine digits gets its hyphen, which number pads of phones do not have; one of five keeps none. */
export const tidyZip = (raw: string): string =>
  tidyText(raw).replace(
    /^(\d{5}) ?[-.\u2010-\u2015\u2212]? ?(\d{4})?$/,
    (_, five: string, four?: string) => (four ? `${five}-${four}` : five),
  )
