import { fileURLToPath } from 'node:url'

export const MARGIN = 56
export const GREY = '#5b5750'
export const INK = '#1d1b18'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}.ttf`))

/** Fonts for scripts that Source Sans (Latin, Greek, Cyrillic) lacks. Read when a text needs one: Han has 12 MB. */
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

/** With the parts that pdfkit's types leave out. */
export type Document = PDFKit.PDFDocument & {
  _font: { ascender: number; font: { hasGlyphForCodePoint(codePoint: number): boolean } }
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

/** A page may begin within a text: the rest keeps its place, font and colour. */
export function pageNumbers(document: Document, name: string) {
  let page = 0
  return () => {
    page += 1
    const { x, y, _font, _fontSize, _fillColor, _wrapper, _textOptions } = document
    const { bottom } = document.page.margins
    // Otherwise a text below the margin begins another page.
    document.page.margins.bottom = 0
    Object.assign(document, { _wrapper: null, _textOptions: null })
    document.fontSize(8).fillColor(GREY)
    Object.assign(document, { x: MARGIN, y: document.page.height - 36 })
    const words = printable(document, `${name} · page ${page}`)
    writeWords(document, words, 'regular', { lineBreak: false })
    document.page.margins.bottom = bottom
    Object.assign(document, { x, y, _font, _fontSize, _fillColor, _wrapper, _textOptions })
  }
}

/** Not in ASCII and visible: a font may lack it. */
const UNUSUAL = /[^ -~\s\p{DI}]/gu
const MISSING = '\uFFFD'

/** The words with a note for each part in a script that no font has. */
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

/** Characters between two words of a script that do not end its run. */
const JOINING = /^[\s\p{DI}.,'’"-]*$/u

/** Parts of one font each. */
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

/** The runs stand from left to right. fontkit turns a right-to-left one whole, if there are `features`. */
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

export function heading(document: Document, words: string) {
  document.moveDown(1)
  line(document, words, { bold: true, size: 14 })
  document.moveDown(0.3)
}
