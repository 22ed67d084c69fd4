import { open } from 'node:fs/promises'
import { endingOf } from '@attest/contract/attachments'
import { fileTypeFromFile } from 'file-type'

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

/** The type of a file if its name and its content agree on one that is taken; else undefined. */
export async function kindOf(file: string, name: string): Promise<string | undefined> {
  const kind = KINDS.get(endingOf(name))
  if (!kind) return undefined
  const detected = (await fileTypeFromFile(file))?.mime ?? ((await looksLikeText(file)) ? TEXT : '')
  return kind.content.includes(detected) ? kind.mime : undefined
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
