import { fileURLToPath } from 'node:url'

export const MARGIN = 56
export const GREY = '#5b5750'
export const INK = '#1d1b18'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`))

/** With the parts that pdfkit's types leave out. */
export type Document = PDFKit.PDFDocument & {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  _fontSize: number
  _fillColor: unknown
}

export async function newDocument(info: PDFKit.DocumentInfo): Promise<Document> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info,
  })
  document.registerFont('regular', fontFile('400Regular/SourceSans3_400Regular'))
  document.registerFont('bold', fontFile('600SemiBold/SourceSans3_600SemiBold'))
  return document as Document
}

/** A page may begin within a text: the rest keeps its place, font and colour. */
export function pageNumbers(document: Document, name: string) {
  let page = 0
  return () => {
    page += 1
    const { x, y, _font, _fontSize, _fillColor } = document
    const { bottom } = document.page.margins
    // Otherwise a text below the margin begins another page.
    document.page.margins.bottom = 0
    document.font('regular').fontSize(8).fillColor(GREY)
    const words = printable(document, `${name} · page ${page}`)
    document.text(words, MARGIN, document.page.height - 36, { lineBreak: false })
    document.page.margins.bottom = bottom
    Object.assign(document, { x, y, _font, _fontSize, _fillColor })
  }
}

const MISSING = '\uFFFD'

/** The words with a note for each part in a script that the present font lacks. */
export function printable({ _font }: Document, words: string, note = '(not printable here)') {
  const marked = words.replace(/[^ -~\s\p{DI}]/gu, (character) =>
    _font.font.hasGlyphForCodePoint(character.codePointAt(0)!) ? character : MISSING,
  )
  return marked.replace(/\uFFFD(?:\s*\uFFFD)*/g, note)
}

interface Style {
  bold?: boolean
  size?: number
  colour?: string
  note?: string
}

export function line(document: Document, words: string, style: Style = {}) {
  const { bold = false, size = 10, colour = INK, note } = style
  document
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  document.text(printable(document, words, note))
}

export function heading(document: Document, words: string) {
  document.moveDown(1)
  line(document, words, { bold: true, size: 14 })
  document.moveDown(0.3)
}
