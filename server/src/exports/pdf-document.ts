import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

export const MARGIN = 56
export const GREY = '#5b5750'
export const INK = '#1d1b18'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}.ttf`))

/** Fonts for scripts that Source Sans (Latin, Greek, Cyrillic) lacks. Loaded on first use, since Han has 12 MB. */
const SCRIPT_FONTS: readonly [RegExp, string][] = [
  [
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u,
    'chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular',
  ],
  [/\p{scx=Hangul}/u, 'gowun-dodum/400Regular/GowunDodum_400Regular'],
  [/\p{scx=Arabic}/u, 'noto-sans-arabic/400Regular/NotoSansArabic_400Regular'],
  [/\p{scx=Hebrew}/u, 'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular'],
  [/\p{scx=Thai}/u, 'noto-sans-thai/400Regular/NotoSansThai_400Regular'],
  [/\p{scx=Devanagari}/u, 'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular'],
]

/** Adds the parts that pdfkit's types leave out. */
export type Document = PDFKit.PDFDocument & {
  page: { xobjects: Record<string, unknown> }
  openImage(bytes: Buffer): { imgData?: Buffer }
  _font: {
    id: string
    ascender: number
    font: { hasGlyphForCodePoint(codePoint: number): boolean }
    encode(words: string): [glyphs: string[], ...unknown[]]
    ref(): PDFKit.PDFKitReference
  }
  _fontSize: number
  _fillColor: unknown
  _wrapper: unknown
  _textOptions: unknown
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
  document.registerFont('regular', fontFile('source-sans-3/400Regular/SourceSans3_400Regular'))
  document.registerFont('bold', fontFile('source-sans-3/600SemiBold/SourceSans3_600SemiBold'))
  for (const [, font] of SCRIPT_FONTS) document.registerFont(font, fontFile(font))
  return document as Document
}

const FOOT = { size: 8, ahead: 90 }

/**
 * Numbers each page: 'Page 3 of 12'. A text that continues on the next page keeps its place, font and colour.
 * @returns the function that ends the document
 */
export function pageNumbers(document: Document, name: string): () => void {
  // All pages show this object with the total, which is written last. No page has to stay in memory for it.
  const resources = { Font: {} }
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 60, 12], Resources: resources }
  const total = document.ref(form)
  let page = 0
  const number = () => {
    page += 1
    const { x, y, _font, _fontSize, _fillColor, _wrapper, _textOptions } = document
    const { bottom } = document.page.margins
    // A text below the margin would otherwise begin another page.
    document.page.margins.bottom = 0
    Object.assign(document, { _wrapper: null, _textOptions: null })
    const foot = document.page.height - 36
    const words = `Page ${page} of `
    document.font('regular').fontSize(FOOT.size).fillColor(GREY)
    document.text(words, MARGIN, foot, { lineBreak: false })
    const after = MARGIN + document.widthOfString(words)
    const baseline = foot + (document._font.ascender * FOOT.size) / 1000
    document.page.xobjects.Total = total
    document.addContent(`q 1 0 0 -1 ${after} ${baseline} cm /Total Do Q`)
    Object.assign(document, { x: MARGIN + FOOT.ahead, y: foot })
    writeWords(document, printable(document, name), 'regular', { lineBreak: false })
    document.page.margins.bottom = bottom
    Object.assign(document, { x, y, _font, _fontSize, _fillColor, _wrapper, _textOptions })
  }
  number()
  document.on('pageAdded', number)
  return () => {
    const { _font } = document.font('regular') as Document
    const [glyphs] = _font.encode(`${page}`)
    resources.Font = { [_font.id]: _font.ref() }
    total.end(`BT /${_font.id} ${FOOT.size} Tf <${glyphs.join('')}> Tj ET`)
    document.end()
  }
}

/** Lets other work run, and waits while the reader is slower than the document. */
export const drained = (document: Document) =>
  document.readableLength > document.readableHighWaterMark
    ? new Promise((resolve) => document.once('data', resolve))
    : new Promise((resolve) => setImmediate(resolve))

/** Visible characters outside ASCII, which a font may lack. */
const UNUSUAL = /[^ -~\s\p{DI}]/gu
const MISSING = '\uFFFD'

/** Replaces each part in a script that no font has by a note. */
export function printable(document: Document, words: string, note = '(not printable here)') {
  const marked = words.replace(UNUSUAL, (character) =>
    fontOf(document, character, 'regular') ? character : MISSING,
  )
  return marked.replace(/\uFFFD(?:\s*\uFFFD)*/g, note)
}

function fontOf(document: Document, character: string, own: string): string | undefined {
  const has = (font: string) =>
    (document.font(font) as Document)._font.font.hasGlyphForCodePoint(character.codePointAt(0)!)
  if (has(own)) return own
  return SCRIPT_FONTS.find(([script, font]) => script.test(character) && has(font))?.[1]
}

interface Run {
  font: string
  words: string
}

/** Spaces and signs between two words that do not end a font's run. */
const JOINING = /^[\s\p{DI}.,'’"-]*$/u

function runsOf(document: Document, words: string, own: string): Run[] {
  if (words.search(UNUSUAL) === -1) return [{ font: own, words }]
  const runs: Run[] = []
  for (const character of words) {
    const isUnusual = character.search(UNUSUAL) === 0
    const font = (isUnusual && fontOf(document, character, own)) || own
    const [before, last] = [runs.at(-2), runs.at(-1)]
    if (last?.font === font) last.words += character
    else if (before?.font === font && JOINING.test(last!.words)) {
      before.words += last!.words + character
      runs.pop()
    } else runs.push({ font, words: character })
  }
  return runs
}

export const widthOf = (document: Document, words: string, own: 'regular' | 'bold'): number =>
  runsOf(document, words, own).reduce(
    (sum, { font, words }) => sum + document.font(font).widthOfString(words),
    0,
  )

/** Places the runs from left to right. With `features`, fontkit reverses a right-to-left run as a whole. */
export function writeWords(
  document: Document,
  words: string,
  own: 'regular' | 'bold',
  options: PDFKit.Mixins.TextOptions = {},
) {
  const runs = runsOf(document, words, own)
  document.font(own)
  const baseline = (-document._font.ascender * document._fontSize) / 1000
  const height = document.currentLineHeight(true)
  for (const [n, { font, words }] of runs.entries()) {
    const lineGap = height - document.font(font).currentLineHeight(true)
    const features = font === own ? undefined : []
    const continued = n < runs.length - 1
    document.text(words, { ...options, baseline, lineGap, features, continued })
  }
}

export function line(
  document: Document,
  words: string,
  style: { bold?: boolean; size?: number; colour?: string; note?: string } = {},
) {
  const { bold = false, size = 10, colour = INK, note } = style
  document.fontSize(size).fillColor(colour)
  // pdfkit indents a paragraph that follows another within a continued text.
  for (const paragraph of printable(document, words, note).split('\n'))
    writeWords(document, paragraph || ' ', bold ? 'bold' : 'regular')
}

/** Keeps a heading on the page of the first lines below it. */
export function heading(document: Document, words: string) {
  if (document.y > document.page.height - MARGIN - 100) document.addPage()
  document.moveDown(1)
  line(document, words, { bold: true, size: 14 })
  document.moveDown(0.3)
}

const MOST_PIXEL_BYTES = 64 * 1024 * 1024

/** Omits a damaged logo: pdfkit would decode it later, and its error would end the process. */
export function writeLogo(document: Document, logo: { bytes: Buffer } | null | undefined) {
  if (!logo) return
  try {
    const image = document.openImage(logo.bytes)
    if (image.imgData) inflateSync(image.imgData, { maxOutputLength: MOST_PIXEL_BYTES })
    document.image(image as unknown as string, { fit: [150, 44] }).moveDown(0.6)
  } catch {
    // The firm's name below is enough.
  }
}
