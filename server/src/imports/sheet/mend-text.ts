import { decodeHTMLStrict } from 'entities'
import iconv from 'iconv-lite'
import { likeliness } from './guess-encoding.ts'

/** Encodings in which UTF-8 is read by mistake, and saved again. */
const MISREAD = ['windows-1252', 'macintosh', 'cp437', 'cp850']
/** Both can happen twice. */
const TIMES = 2

const MULTIBYTE = /[^\0-\x7f]{2}/

/** Repairs UTF-8 that was decoded wrongly (“MuÃ±oz”), and the entities of web pages (“O&#39;Brien”). */
export function mendText(text: string): string {
  let mended = text
  for (let time = 0; time < TIMES && mended.includes('&'); time++) mended = decodeHTMLStrict(mended)
  if (!MULTIBYTE.test(mended)) return mended
  return mended.replace(/[^ \t\r\n]+/g, (word) => (MULTIBYTE.test(word) ? mendWord(word) : word))
}

/** Only if the whole word is UTF-8, and then looks like a word: nothing else is certain. */
function mendWord(word: string, time = 1): string {
  for (const encoding of MISREAD) {
    const text = bytesIn(word, encoding)?.toString('utf8') ?? word
    if (text.length >= word.length || text.includes('\uFFFD')) continue
    if (likeliness(text.replace(/^\uFEFF/, '')) > 0) return text
    const again = time < TIMES ? mendWord(text, time + 1) : text
    if (again !== text) return again
  }
  return word
}

/** undefined: the encoding lacks a character of the word. */
function bytesIn(word: string, encoding: string): Buffer | undefined {
  const bytes: number[] = []
  for (const character of word) {
    const code = character.codePointAt(0)!
    // Windows leaves some bytes without a character; programs keep them as they are.
    const [byte = UNKNOWN, ...more] = code < 0xa0 ? [code] : iconv.encode(character, encoding)
    if (more.length > 0 || (byte === UNKNOWN && character !== '?')) return undefined
    bytes.push(byte)
  }
  return Buffer.from(bytes)
}

/** The question mark that stands for a missing character. */
const UNKNOWN = 0x3f
