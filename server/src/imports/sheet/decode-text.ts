/** How much of a file tells what it is. */
const SAMPLE_BYTES = 64 * 1024

/**
 * The text of a file in UTF-8, UTF-16 (either order; a byte order mark is not needed), Windows-1252 or
 * Mac Roman.
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

/** Western text in UTF-16 has a zero in every other byte, and a text in any other encoding has none. */
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
 * Not clean UTF-8: one byte to a character, unless most of its accents are good UTF-8, as in a file that was cut
 * or patched. Lost characters stay visible then, and their rows are refused.
 */
function decodeBroken(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const accents = text.match(/[^\0-\x7f]/gu) ?? []
  const lost = accents.filter((character) => character === '\uFFFD').length
  return accents.length - lost > lost ? text : decodeOneByte(bytes)
}

/**
 * Windows-1252, unless bytes stand there that it lacks, or lines end as only the old Mac ended them: then
 * Mac Roman, in which a spreadsheet on a Mac may save a CSV file.
 */
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
