import { type Bytes, partsOf } from './bytes.ts'

/** Characters that show whether a file is text. */
const SAMPLE = 64 * 1024

/** A text in parts, from its beginning each time. */
export type TextParts = () => Iterable<string>

/**
 * Reads UTF-8, UTF-16 with its byte order mark, Windows-1252 and Mac Roman.
 * undefined when the bytes are no text.
 */
export function decodeText(bytes: Bytes): TextParts | undefined {
  const encoding = encodingOf(bytes)
  const [first = ''] = decoded(bytes, encoding)
  return isText(first.slice(0, SAMPLE)) ? () => decoded(bytes, encoding) : undefined
}

function* decoded(bytes: Bytes, encoding: string, fatal = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for (const part of partsOf(bytes)) yield decoder.decode(part, { stream: true })
  yield decoder.decode()
}

function encodingOf(bytes: Bytes): string {
  const marked = markedEncoding(bytes.subarray(0, 3))
  if (marked) return marked
  if (isUtf8(bytes) || isMostlyUtf8(bytes)) return 'utf-8'
  return isMac(bytes) ? 'macintosh' : 'windows-1252'
}

function isUtf8(bytes: Bytes): boolean {
  try {
    for (const _ of decoded(bytes, 'utf-8', true));
    return true
  } catch {
    return false
  }
}

function markedEncoding([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return undefined
}

/** Most accents are good UTF-8: the file was cut. Lost characters stay visible, and their rows are rejected. */
function isMostlyUtf8(bytes: Bytes): boolean {
  let accents = 0
  let lost = 0
  for (const text of decoded(bytes, 'utf-8')) {
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
      accents++
      if (character === '\uFFFD') lost++
    }
  }
  return accents - lost > lost
}

/** Spreadsheets on a Mac may save Mac Roman: its bytes or line ends show it. */
function isMac(bytes: Bytes): boolean {
  let hasReturn = false
  let hasNewline = false
  for (const text of decoded(bytes, 'windows-1252')) {
    if (/[\x80-\x9f]/.test(text)) return true
    hasReturn ||= text.includes('\r')
    hasNewline ||= text.includes('\n')
  }
  return hasReturn && !hasNewline
}

function isText(sample: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const controls: string[] = sample.match(/[\0-\x08\x0e-\x19\x1b-\x1f]/g) ?? []
  return !controls.includes('\0') && controls.length * 100 <= sample.length
}
