/** Bytes that show what a file is. */
const SAMPLE_BYTES = 64 * 1024

/**
 * Reads UTF-8, UTF-16 (either order, with or without byte order mark), Windows-1252 and Mac Roman.
 * undefined when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  return isText(text.slice(0, SAMPLE_BYTES)) ? text : undefined
}

function decode(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? utf16WithoutMark(bytes.subarray(0, SAMPLE_BYTES))
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeBroken(bytes)
  }
}

function markedEncoding([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return undefined
}

/** Western text in UTF-16 has a zero in every other byte; no other text has any. */
function utf16WithoutMark(sample: Uint8Array): string | undefined {
  let even = 0
  let odd = 0
  for (let i = 0; i + 1 < sample.length; i += 2) {
    if (sample[i] === 0) even++
    if (sample[i + 1] === 0) odd++
  }
  const mostPairs = sample.length / 4
  if (odd > mostPairs && even === 0) return 'utf-16le'
  if (even > mostPairs && odd === 0) return 'utf-16be'
  return undefined
}

/**
 * One byte per character, unless most accents are good UTF-8: then the file was cut, lost characters stay visible,
 * and their rows are rejected.
 */
function decodeBroken(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const accents = text.match(/[^\0-\x7f]/gu) ?? []
  const lost = accents.filter((character) => character === '\uFFFD').length
  return accents.length - lost > lost ? text : decodeOneByte(bytes)
}

/** Windows-1252, unless the bytes or line ends are those of Mac Roman, which spreadsheets on a Mac may save. */
function decodeOneByte(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  const isMac = /[\x80-\x9f]/.test(text) || (text.includes('\r') && !text.includes('\n'))
  return isMac ? new TextDecoder('macintosh').decode(bytes) : text
}

function isText(sample: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const controls: string[] = sample.match(/[\0-\x08\x0e-\x19\x1b-\x1f]/g) ?? []
  return !controls.includes('\0') && controls.length * 100 <= sample.length
}
