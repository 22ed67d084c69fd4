import encodeQR from 'qr'
import type { Config } from '../../config.ts'
import type { Document } from '../../exports/pdf-document.ts'
import * as pdf from '../../exports/pdf-document.ts'
import type { RoundRecord } from '../../rounds/queries.ts'
import type { textsFor } from './letter-pdf.ts'
import type { PaperLetter } from './queries.ts'

/** In points, 72 an inch, from the upper left corner of a US Letter page. */
export const PAGE = { left: 72, width: 468, height: 792 }
export const LINE = 1.32
export const QR_SIZE = 92

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
  /** Never wraps the text, which takes half the time. */
  line?: boolean
}

/** Returns where the next line begins. A blank line takes less height than a full one. */
export function write(document: Document, text: string, x: number, y: number, style: Style = {}) {
  const { width = PAGE.width, size = 11, bold = false, colour = pdf.INK, line } = style
  const options = line ? { lineBreak: false } : { width }
  document.fontSize(size).fillColor(colour)
  let top = y
  for (const paragraph of text.split('\n')) {
    if (paragraph.trim() === '') {
      top += size * LINE * 0.6
      continue
    }
    Object.assign(document, { x, y: top })
    pdf.writeWords(document, pdf.printable(document, paragraph), bold ? 'bold' : 'regular', options)
    top = line ? top + size * LINE : document.y
  }
  return top
}

export const lead = (
  document: Document,
  name: string,
  text: string,
  x: number,
  y: number,
  style: Style,
) => {
  write(document, `${name} `, x, y, { ...style, bold: true, line: true })
  const { width = PAGE.width } = style
  return write(document, text, document.x, y, { ...style, width: width - document.x + x })
}

export function toTheRight(document: Document, words: string, y: number, size: number): void {
  document.fontSize(size)
  const text = pdf.printable(document, words)
  const x = PAGE.left + PAGE.width - pdf.widthOf(document, text, 'regular')
  write(document, text, x, y, { size, colour: pdf.GREY, line: true })
}

/** Draws all lines in one command: pdfkit would need five for each. */
export const rules = (document: Document, ...lines: [x: number, end: number, y: number][]) =>
  document.addContent(
    `q 0.42 G 0.5 w ${lines.map(([x, end, y]) => `${x} ${y} m ${end} ${y} l`).join(' ')} S Q`,
  )

export interface Qr {
  side: number
  hex: string
}

/** A search for the best mask takes longer than the letter's text. Codes of one size in a row are the fastest. */
export function qrOf(text: string): Qr {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1, mask: 0 })
  const side = rows.length
  const bytes = rows.map((cells) => {
    const row = Buffer.alloc(Math.ceil(side / 8))
    for (let at = 0; at < side; at++) if (cells[at]) row[at >> 3]! |= 128 >> (at & 7)
    return row
  })
  return { side, hex: Buffer.concat(bytes).toString('hex') }
}

/** Draws an image of one bit for each module: paths of hundreds of squares take longer than the text. */
export function drawQr(document: Document, { side, hex }: Qr, x: number, y: number, size: number) {
  document.addContent(
    `q 0 g ${size} 0 0 -${size} ${x} ${y + size} cm BI /W ${side} /H ${side} /IM true /D [1 0] /F /AHx ID ${hex}> EI Q`,
  )
}
