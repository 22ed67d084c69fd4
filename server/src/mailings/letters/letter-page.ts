import encodeQR from 'qr'
import type { Config } from '../../config.ts'
import {
  type Document,
  GREY,
  INK,
  printable,
  widthOf,
  writeWords,
} from '../../exports/pdf-document.ts'
import type { RoundRecord } from '../../rounds/queries.ts'
import type { textsFor } from './letter-pdf.ts'
import type { PaperLetter } from './queries.ts'

/** Points, 72 an inch, from the upper left corner of a US Letter page. */
export const PAGE = { left: 72, width: 468, height: 792 }
export const LINE = 1.32
export const QR_SIZE = 92
const RULE = '#c9c2b4'

export interface Context {
  config: Config
  round: RoundRecord | undefined
  at: Date
}

export type Sheet = PaperLetter & {
  code: string
  token: string
  texts: ReturnType<typeof textsFor>
}

interface Style {
  width?: number
  size?: number
  bold?: boolean
  colour?: string
}

/** Returns where the next line begins. A blank line is lower than a full one. */
export function write(
  document: Document,
  text: string,
  x: number,
  y: number,
  style: Style = {},
): number {
  const { width = PAGE.width, size = 11, bold = false, colour = INK } = style
  document.fontSize(size).fillColor(colour)
  let top = y
  for (const paragraph of text.split('\n')) {
    if (paragraph.trim() === '') {
      top += size * LINE * 0.6
      continue
    }
    Object.assign(document, { x, y: top })
    writeWords(document, printable(document, paragraph), bold ? 'bold' : 'regular', { width })
    top = document.y
  }
  return top
}

/** 'By phone: call us' */
export const lead = (
  document: Document,
  name: string,
  text: string,
  x: number,
  y: number,
  style: Style,
) => {
  write(document, name, x, y, { ...style, bold: true })
  const after = widthOf(document, `${name} `, 'bold')
  const { width = PAGE.width } = style
  return write(document, text, x + after, y, { ...style, width: width - after })
}

export function toTheRight(document: Document, words: string, y: number, size: number): void {
  document.fontSize(size)
  const text = printable(document, words)
  const x = PAGE.left + PAGE.width - widthOf(document, text, 'regular')
  write(document, text, x, y, { size, colour: GREY, width: PAGE.width })
}

export const rule = (document: Document, y: number) =>
  document
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.left + PAGE.width, y)
    .lineWidth(0.5)
    .stroke(RULE)

/** As one path: hundreds of rectangles a letter would each take a call. */
export function drawQr(document: Document, url: string, x: number, y: number): void {
  const rows = encodeQR(url, 'raw', { ecc: 'medium', border: 1 })
  const module = QR_SIZE / rows.length
  const at = (value: number) => Math.round(value * 100) / 100
  let path = ''
  for (const [row, cells] of rows.entries())
    for (let from = cells.indexOf(true); from !== -1; ) {
      const end = cells.indexOf(false, from)
      const to = end === -1 ? cells.length : end
      // A little higher, so that no hairline shows between two rows.
      path += `${at(x + from * module)} ${at(y + row * module)} ${at((to - from) * module)} ${at(module + 0.04)} re `
      from = end === -1 ? -1 : cells.indexOf(true, to)
    }
  document.addContent(`q 0 g ${path}f Q`)
}
