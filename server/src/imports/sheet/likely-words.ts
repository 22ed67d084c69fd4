import { ENCODING_NAMES, type Encoding } from '@attest/contract/encodings'
import { decodeHTMLStrict } from 'entities'
import iconv from 'iconv-lite'

/** Encodings that accept any bytes as text. */
const SINGLE_BYTE = ENCODING_NAMES.filter((name) => !name.startsWith('utf'))

/** Each language's letters besides a to z. Detectors made for long texts err on short lists (decision 40). */
const LATIN = [
  /^[áéíóúüñ]+$/,
  /^[àâçéèêëîïôœùûü]+$/,
  /^[äöüßåé]+$/,
  /^[æøåé]+$/,
  /^[áâãàçéêíóôõú]+$/,
  /^[áðéíóúýþæö]+$/,
  /^[ąćęłńóśźż]+$/,
  /^[áčďéěíňóôřšťúůýžäľĺŕ]+$/,
  /^[áéíóöőúüű]+$/,
  /^[čćđšž]+$/,
  /^[ăâîșțşţ]+$/,
  /^[āčēģīķļņšūž]+$/,
  /^[ąčęėįšųūž]+$/,
  /^[çğıöşüâ]+$/,
  // Vietnamese, which none of the encodings of one byte has.
  /^(?=.*[ơưạ-ỹ])[àáâãèéêìíòóôõùúýăđĩũơưạ-ỹ]+$/,
]
const ITALIAN = /^[a-z]+[àèéìòù]$/
/** Letters of another encoding: no language of these has them there. */
const NEVER =
  /[âêîôû][aeiou]|a[âêô]|á[aeo]|[^aeiou\P{L}]æ(?!\p{L})|oæ|[ìò][a-z]|œ(?!u)|õ(?!e)|[^aeou]ï|[^-]þ|ã(?![eo\P{L}]|$)|[бвгджзйклмнпрстфхцчшщьъ]{6}|[ךםןףץ]\p{L}|yý|^ß/u

const MARKS = /^[’‘“”–—°ºª€©®™•…«»¿¡½¼¾·§\u00a0]$/
/** Marks that no word has between letters or at its end. */
const MISPLACED =
  /^\p{M}|\p{L}[^’“”–—°ºª…»\p{L}\p{M}\0-\x7f]|\p{L}[–—]\p{Ll}|\p{L}[“”…»°ºª]\p{L}|\p{L}{3}’(?!(?:s|t|d|ll|re|ve)\b)\p{Ll}/u

/** The encoding in which most of these bytes look like words. Undefined: in none of those that are read. */
export function guessEncoding(lines: Buffer, isOldMac: boolean): Encoding | undefined {
  const scored = SINGLE_BYTE.map((name) => {
    const words = foreignWords(iconv.decode(lines, name)).map(likeliness)
    const prior = isOldMac && name === 'macintosh' ? 1 : 0
    return { name, score: words.reduce((sum, each) => sum + each, prior) }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  const runs = lines.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  const share = (kind: RegExp) => runs.filter((run) => kind.test(run)).length / runs.length
  // The usual characters of Chinese, Korean and Japanese are pairs of such bytes.
  const isAsian = share(/^(?:[\xa4\xa5\xb0-\xd7][\xa1-\xfe])+$/) > 0.8
  const areWords = best!.score > runs.join('').length
  const isUnread = (isAsian && !areWords) || (best!.score < 0 && share(/../) > 0.4)
  return isUnread && runs.length > 3 ? undefined : best!.name
}

export const FOREIGN = /[^\0-\x7f]/
const MAX_WORD = 40

/** Words with a character that is not ASCII. */
export const foreignWords = (text: string): string[] =>
  FOREIGN.test(text)
    ? (text.match(/[^\s,;|"<>()]+/g) ?? [])
        .filter((word) => FOREIGN.test(word))
        .map((word) => word.slice(0, MAX_WORD))
    : []

/** Positive if it may be a word. Names begin with a capital: some encodings exchange small and capital letters. */
export function likeliness(word: string): number {
  const foreign = word.replace(/[\0-\x7f]/g, '').length
  return isLikely(word)
    ? foreign + (/^(?:\p{Lu}\p{L}|\p{Lo}{2})/u.test(word) ? 0.5 : 0)
    : -2 * foreign
}

function isLikely(word: string): boolean {
  const marks = word.match(/[^\0-\x7f\p{L}\p{Script=Inherited}]/gu) ?? []
  if (marks.some((mark) => !MARKS.test(mark)) || MISPLACED.test(word)) return false
  return !WRONG_CASE.test(word) && isOfOneLanguage(word.toLowerCase())
}

/** A capital inside a word, or a small letter inside capitals, that is not ASCII. */
const WRONG_CASE =
  /\p{L}(?![A-Z])\p{Lu}\p{Ll}|\p{Ll}(?![A-Z])\p{Lu}|(?![a-z])\p{Ll}\p{Lu}|\p{Lu}{2}(?![a-z])\p{Ll}(?!\p{Ll})/u

const ONE_SCRIPT =
  /^(?:\p{Script=Cyrillic}*|\p{Script=Greek}*|\p{Script=Hebrew}*|\p{Script=Arabic}*)$/u

/** Whether the word has one script, and the accents of one language. */
function isOfOneLanguage(word: string): boolean {
  if (NEVER.test(word)) return false
  const letters = word.replace(/[^\p{L}]/gu, '')
  if (ONE_SCRIPT.test(letters)) return true
  const accents = letters.replace(/[a-z]/g, '')
  return accents === '' || LATIN.some((language) => language.test(accents)) || ITALIAN.test(letters)
}

/** Encodings in which UTF-8 is read by mistake, and saved again. */
const MISREAD = ['windows-1252', 'macintosh', 'cp437', 'cp850']
/** A wrong decoding and an entity can both happen twice. */
const TIMES = 2

const MULTIBYTE = /[^\0-\x7f]{2}/
/** Windows has its quotation marks where Latin-1 has controls. U+0085 ends a line. */
const CONTROLS = /[\x80-\x84\x86-\x9f]/g

/** Repairs UTF-8 that was decoded wrongly (“MuÃ±oz”), and the entities of web pages (“O&#39;Brien”). */
export function mendText(text: string): string {
  let mended = text
  for (let time = 0; time < TIMES && mended.includes('&'); time++) mended = decodeHTMLStrict(mended)
  if (MULTIBYTE.test(mended)) mended = mended.replace(/[^ \t\r\n]+/g, (word) => mendWord(word))
  return mended.replace(CONTROLS, (c) => iconv.decode(Buffer.from(c, 'latin1'), 'windows-1252'))
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
