import { open } from 'node:fs/promises'
import { endingOf } from '@attest/contract/attachments'
import { fileTypeFromFile } from 'file-type'
import { Refusal } from '../http/errors.ts'
import type { ReceivedFile } from '../http/receive-file.ts'

const OLD_OFFICE = 'application/x-cfb'
const ZIP = 'application/zip'
/** Marks the kinds that bear no mark of their own. */
const TEXT = 'text'

interface Kind {
  /** What it is sent as. */
  mime: string
  /** What its first bytes must say. */
  content: string[]
}

const office = (mime: string): Kind => ({ mime, content: [mime, ZIP] })
const only = (mime: string): Kind => ({ mime, content: [mime] })
const text = (mime: string): Kind => ({ mime, content: [TEXT] })

/** A Map, so that a name like x.constructor finds nothing. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries({
    pdf: only('application/pdf'),
    doc: { mime: 'application/msword', content: [OLD_OFFICE] },
    docx: office('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
    txt: text('text/plain'),
    rtf: { mime: 'application/rtf', content: ['application/rtf', 'text/rtf'] },
    odt: office('application/vnd.oasis.opendocument.text'),
    xls: { mime: 'application/vnd.ms-excel', content: [OLD_OFFICE] },
    xlsx: office('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
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

/**
 * The type of a file whose name and content agree on one that is taken.
 * @throws Refusal 400
 */
export async function kindOf({ path: file, fileName, size }: ReceivedFile): Promise<string> {
  const kind = KINDS.get(endingOf(fileName))
  if (!kind) throw new Refusal(400, 'Please select a supported file type')
  if (size === 0) throw new Refusal(400, 'The file is empty.')
  // A text is asked for first: by its marks alone "BMW" would be a picture, "MZ" a program.
  const isText = kind.content.includes(TEXT) && (await looksLikeText(file))
  const detected = isText ? TEXT : ((await fileTypeFromFile(file))?.mime ?? '')
  if (!kind.content.includes(detected)) {
    throw new Refusal(400, 'The content of this file is not what its name says.')
  }
  return kind.mime
}

const LOOKED_AT = 64 * 1024

/** No NUL and no other control characters: texts in UTF-8 or in an old code page, never a program. */
async function looksLikeText(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    return !buffer.subarray(0, bytesRead).some((byte) => byte < 9 || (byte > 13 && byte < 32))
  } finally {
    await handle.close()
  }
}
