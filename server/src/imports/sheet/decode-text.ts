import { fstatSync, readSync } from 'node:fs'
import type { Encoding } from '@attest/contract/encodings'
import iconv from 'iconv-lite'
import { FOREIGN, foreignWords, guessEncoding, likeliness, mendText } from './likely-words.ts'
import { SheetRejected } from './table.ts'

/** A file that is read in parts, or a Buffer. */
export interface Bytes {
  readonly length: number
  subarray(from: number, to: number): Buffer
}

export function bytesOf(file: number): Bytes {
  const { size } = fstatSync(file)
  return {
    length: size,
    subarray(from, to) {
      const part = Buffer.alloc(Math.max(0, Math.min(to, size) - from))
      return part.subarray(0, readSync(file, part, 0, part.length, from))
    },
  }
}

const PART_BYTES = 256 * 1024

function* partsOf(bytes: Bytes): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    yield bytes.subarray(from, from + PART_BYTES)
  }
}

/** Characters that show whether a file is text. */
const SAMPLE = 64 * 1024
/** Bytes of lines that are not UTF-8; enough to guess by. */
const MAX_GUESSED = 256 * 1024

/** A text in parts, from its beginning each time. */
export type TextParts = () => Iterable<string>

/** How a text was read, for a person to check. */
export interface ReadEncoding {
  name: Encoding
  /** Other lines are UTF-8. */
  mixed: boolean
  /** Some of its words that are not ASCII. */
  words: string[]
}

export interface DecodedText {
  parts: TextParts
  /** Absent: all of it is ASCII. */
  encoding?: ReadEncoding
}

/** Reads UTF-8, UTF-16, and encodings of one byte, also line by line. undefined for no text. */
export function decodeText(bytes: Bytes, chosen?: Encoding): DecodedText | undefined {
  const found = encodingOf(bytes)
  const encoding = { ...found, name: chosen ?? found.name ?? 'windows-1252' }
  const parts = () => withoutMark(decoded(bytes, encoding))
  const [first = ''] = decoded(bytes, encoding)
  if (!isText(first.slice(0, SAMPLE))) return undefined
  if (!chosen && !found.name)
    throw new SheetRejected(
      'The letters of this file are in an encoding that cannot be read. Open it in a spreadsheet program, save it as “CSV UTF-8” or .xlsx and choose that file.',
    )
  const words = someWords(parts())
  return { parts, ...(words.length > 0 && { encoding: { ...encoding, words } }) }
}

type Found = Pick<ReadEncoding, 'name' | 'mixed'>

function encodingOf(bytes: Bytes): Partial<Found> & { mixed: boolean } {
  const marked = wideEncoding(bytes.subarray(0, 2 * WIDE))
  if (marked || isUtf8(bytes)) return { name: marked ?? 'utf-8', mixed: false }
  const lines: Buffer[] = []
  let left = MAX_GUESSED
  let hasUtf8 = false
  let isOldMac = true
  for (const line of linesOf(bytes)) {
    isOldMac &&= !line.includes(NEWLINE)
    const isForeign = FOREIGN.test(line.toString('latin1'))
    if (!isForeign) continue
    if (textOfUtf8(line) !== undefined) hasUtf8 = true
    else if (left > 0) left -= lines.push(line) && line.length
  }
  if (lines.length === 0) return { name: 'utf-8', mixed: false }
  return { name: guessEncoding(Buffer.concat(lines), isOldMac), mixed: hasUtf8 }
}

/** Characters that a header has for certain. */
const WIDE = 8

/** UTF-16 by its mark, or by the zeros of its ASCII letters. */
function wideEncoding(start: Uint8Array): Encoding | undefined {
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length
  if ((start[0] === 0xff && start[1] === 0xfe) || zeros(1) === WIDE) return 'utf-16le'
  if ((start[0] === 0xfe && start[1] === 0xff) || zeros(0) === WIDE) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Bytes): boolean {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for (const part of partsOf(bytes)) decoder.decode(part, { stream: true })
    return true
  } catch {
    return false
  }
}

function* decoded(bytes: Bytes, { name, mixed }: Found): Generator<string> {
  if (mixed && !name.startsWith('utf')) {
    for (const line of linesOf(bytes)) yield textOfUtf8(line) ?? iconv.decode(line, name)
  } else if (name.startsWith('utf')) {
    const decoder = new TextDecoder(name)
    for (const part of partsOf(bytes)) yield decoder.decode(part, { stream: true })
    yield decoder.decode()
  } else for (const part of partsOf(bytes)) yield iconv.decode(part, name)
}

const [NEWLINE, RETURN] = [0x0a, 0x0d]

function* linesOf(bytes: Bytes): Generator<Buffer> {
  let rest = Buffer.alloc(0)
  for (const part of partsOf(bytes)) {
    rest = Buffer.concat([rest, part])
    let from = 0
    for (let at = 0; at < rest.length; at++) {
      if (rest[at] !== NEWLINE && rest[at] !== RETURN) continue
      yield rest.subarray(from, at + 1)
      from = at + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield rest
}

/**
 * undefined if the line is not UTF-8. A line that is in most of its accents was cut: lost characters stay visible, and
 * their rows are rejected. Few lines of another encoding are valid UTF-8, by chance and without sense.
 */
function textOfUtf8(line: Buffer): string | undefined {
  const text = line.toString('utf8')
  const foreign = text.match(/[^\0-\x7f]/gu) ?? []
  const lost = foreign.filter((character) => character === '\uFFFD').length
  if (lost > 0) return lost * 2 < foreign.length ? text : undefined
  const makesSense = (word: string) => /[\u0800-\uffff]/.test(word) || likeliness(word) > 0
  return foreignWords(text).every(makesSense) ? text : undefined
}

/** A mark, or what it becomes in an encoding of one byte. */
const MARK = /^(?:\uFEFF|ï»¿|п»ї|∩╗┐|Ôªø)+/

function* withoutMark(parts: Iterable<string>): Generator<string> {
  let isFirst = true
  for (const part of parts) {
    yield (isFirst ? part.replace(MARK, '') : part).replaceAll('\0', '')
    isFirst = false
  }
}

const WORDS = 3
/** Parts with such words that are searched for different ones. */
const MAX_PARTS = 8

function someWords(parts: Iterable<string>): string[] {
  const words = new Set<string>()
  let left = MAX_PARTS
  for (const part of parts) {
    for (const word of foreignWords(part)) {
      const [mended] = foreignWords(mendText(word))
      if (mended) words.add(mended)
      if (words.size === WORDS) return [...words]
    }
    if (words.size > 0 && --left === 0) break
  }
  return [...words]
}

function isText(sample: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const controls: string[] = sample.match(/[\0-\x08\x0e-\x19\x1b]/g) ?? []
  return controls.length * 100 <= sample.length
}
