import { open, stat } from 'node:fs/promises'
import { endingOf } from '@attest/contract/attachments'
import { Refusal } from '../http/errors.ts'
import type { ReceivedFile } from '../http/files.ts'

const OLD_OFFICE = 'application/x-cfb'
const ZIP = 'application/zip'
const PDF = 'application/pdf'
const RTF = 'application/rtf'
const TEXT = 'text'

interface Kind {
  mime: string
  content: string[]
}

const office = (mime: string): Kind => ({ mime, content: [mime, ZIP] })
/** Microsoft's programs store new files with a password in the old container. */
const microsoft = (mime: string): Kind => ({ mime, content: [mime, ZIP, OLD_OFFICE] })
const only = (mime: string): Kind => ({ mime, content: [mime] })
const text = (mime: string): Kind => ({ mime, content: [TEXT] })

/** A Map, so that a name like x.constructor finds nothing. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries({
    pdf: only(PDF),
    // Word opens RTF under this name too.
    doc: { mime: 'application/msword', content: [OLD_OFFICE, RTF] },
    docx: microsoft('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    txt: text('text/plain'),
    rtf: only(RTF),
    odt: office('application/vnd.oasis.opendocument.text'),
    xls: { mime: 'application/vnd.ms-excel', content: [OLD_OFFICE] },
    xlsx: microsoft('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
    csv: text('text/csv'),
    ods: office('application/vnd.oasis.opendocument.spreadsheet'),
    jpeg: only('image/jpeg'),
    jpg: only('image/jpeg'),
    png: { mime: 'image/png', content: ['image/png', 'image/apng'] },
    gif: only('image/gif'),
    webp: only('image/webp'),
    svg: { mime: 'image/svg+xml', content: [TEXT, 'application/xml', 'image/svg+xml'] },
  }),
)

/** Shown in the page. Not SVG: it may hold scripts. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
export const mayBeShown = (mime: string): boolean => SHOWN.has(mime)

/** The type of a file whose name and content agree, otherwise a Refusal 400. */
export async function fileKindOf({ path: file, fileName, size }: ReceivedFile): Promise<string> {
  const kind = KINDS.get(endingOf(fileName))
  if (!kind) throw new Refusal(400, 'Please select a supported file type')
  if (size === 0) throw new Refusal(400, 'The file is empty.')
  const head = await readHead(file)
  const detected = await contentOf(file, head, kind)
  if (!kind.content.includes(detected)) {
    if (kind.content.includes(TEXT) && isUtf16(head))
      throw new Refusal(400, 'This text cannot be read. Save it again with the encoding UTF-8.')
    throw new Refusal(400, 'The content of this file is not what its name says.')
  }
  return detected === RTF ? RTF : kind.mime
}

/** Tries the type of the name first: short signatures like "BM" or "MZ" also begin texts. */
async function contentOf(file: string, head: Buffer, { content }: Kind): Promise<string> {
  if (content.includes(TEXT) && looksLikeText(head)) return TEXT
  if (content.includes(PDF) && looksLikePdf(head)) return PDF
  const { fileTypeFromFile } = await import('file-type')
  // The call throws for a cut file, and for an archive that states sizes only behind its entries.
  const type = await fileTypeFromFile(file).catch(() => undefined)
  const isZip = head.toString('latin1', 0, 4) === 'PK\x03\x04'
  if (isZip && !(await isWholeZip(file))) return ''
  return type?.mime ?? (isZip ? ZIP : '')
}

/** A whole archive has a directory near its end, before at most 64 KB of comment. */
async function isWholeZip(file: string): Promise<boolean> {
  const { size } = await stat(file)
  const tail = await readPart(file, Math.max(0, size - LOOKED_AT - 22), LOOKED_AT + 22)
  return tail.includes('PK\x05\x06', 0, 'latin1')
}

const LOOKED_AT = 64 * 1024

const readHead = (file: string) => readPart(file, 0, LOOKED_AT)

async function readPart(file: string, from: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const CTRL_Z = 26

/** Accepts UTF-8 and old code pages, but no NUL or other control characters. */
function looksLikeText(head: Buffer): boolean {
  if (isUtf16(head)) return false
  const text = head.at(-1) === CTRL_Z ? head.subarray(0, -1) : head
  return !text.some((byte) => byte < 9 || (byte > 13 && byte < 32))
}

const isUtf16 = (head: Buffer) => ['fffe', 'feff'].includes(head.toString('hex', 0, 2))

/** PDF readers accept the signature within the first KB, after printer commands or line breaks. */
const looksLikePdf = (head: Buffer) => head.subarray(0, 1024).includes('%PDF-')
