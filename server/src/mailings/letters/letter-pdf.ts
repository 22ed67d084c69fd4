import { fullName } from '@attest/contract/client-fields'
import { paperTexts } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { LETTER_TEXTS } from '@attest/contract/letter-texts/languages'
import { letterNumber } from '@attest/contract/letters'
import { countryName, placeLine, US } from '@attest/contract/place'
import { type Config, firmOf, linkHome } from '../../config.ts'
import { longDay, ownText } from '../../delivery/deliver.ts'
import {
  type Document,
  drained,
  GREY,
  INK,
  newDocument,
  printable,
  widthOf,
  writeLogo,
} from '../../exports/pdf-document.ts'
import { addDays, localDay } from '../../local-time.ts'
import { printedCode } from './letter-code.ts'
import {
  type Context,
  drawQr,
  LINE,
  lead,
  PAGE,
  QR_SIZE,
  type Qr,
  qrOf,
  rules,
  type Sheet,
  toTheRight,
  write,
} from './letter-page.ts'
import type { PaperLetter } from './queries.ts'
import { writeReplyForm } from './reply-form.ts'

/** The window of a #10 envelope, with the sheet folded at the marks. Keeps free the inch's eighth that paper slips. */
const WINDOW = { x: 72, y: 183.6, width: 234, height: 54 }
const FOLDS = [264, 528] as const
const TEXT_TOP = 277
const BOX = QR_SIZE + 28
const FOOT = 742
/** The height left for the template's text by the date, the box and the other ways to answer. */
const ROOM = FOOT - TEXT_TOP - 24 - BOX - 78
const SIZES = [11, 10.5, 10, 9.5, 9, 8.5, 8]

/** `size` is undefined if the text fits no page. */
export function textsFor(letter: PaperLetter, { config, round, at }: Context) {
  const content = letterIn(letter, letter.language)
  const { writtenIn: language = 'en' } = content
  const today = localDay(at, config.TIME_ZONE)
  const expires = longDay(addDays(today, config.LINK_DAYS), language)
  const texts = paperTexts(content, {
    ...letter,
    due_date: round ? longDay(round.due_on, language) : '',
    link_expires: expires,
    verificationUrl: codePage(config),
    own: (key) => ownText(letter.own?.[key], language),
  })
  const size = sizeOf(`${texts.before}\n\n${texts.after}`)
  return { ...texts, size, language, today: longDay(today, language), expires }
}

/** Without the scheme, which people do not type. */
const codePage = (config: Config) => `${linkHome(config).replace(/^https?:\/\//, '')}/code`

/** The largest size that fits the page. Counts characters, since measuring takes longer than drawing. */
function sizeOf(text: string): number | undefined {
  // A Latin character is about half as wide as high, with some reserve; a Chinese one is as wide as high.
  const widths = text
    .split('\n')
    .map((line) => line.length * 0.47 + (line.match(WIDE)?.length ?? 0) * 0.53)
  const lines = (size: number) =>
    widths.reduce((sum, width) => sum + Math.max(0.6, Math.ceil((width * size) / PAGE.width)), 0)
  return SIZES.find((size) => lines(size) * size * LINE <= ROOM)
}

const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|[\ud840-\ud87f]/g

/** Letters between two pauses. Each pause costs time; twenty letters take 60 ms. */
const AT_ONCE = 20

/** The document is written while it is read. An error destroys it. */
export async function lettersPdf(letters: Sheet[], context: Context, window = false) {
  const document = await newDocument({ Title: 'Letters', Author: firmOf(context.config).name })
  // A text that is too long is cut off: one more page would print the next letter on this one's back.
  const cut = () => {
    document.page.margins.bottom = -PAGE.height
  }
  document.on('pageAdded', cut)
  cut()
  const write = async () => {
    for (let from = 0; from < letters.length; from += AT_ONCE) {
      const some = letters.slice(from, from + AT_ONCE)
      const squares = some.map(({ id }) => qrOf(numberPage(context.config, id)))
      for (const [n, letter] of some.entries()) {
        if (from + n > 0) document.addPage()
        writeFront(document, letter, squares[n]!, context)
        if (window) drawWindow(document)
        document.addPage()
        writeReplyForm(document, letter, context)
      }
      await drained(document)
      if (document.destroyed) return
    }
    document.end()
  }
  write().catch((error) => document.destroy(error))
  return document
}

function writeFront(document: Document, letter: Sheet, square: Qr, context: Context): void {
  const { config } = context
  const firm = firmOf(config)
  const { before, after, language, today, expires, size = 8 } = letter.texts
  const texts = LETTER_TEXTS[language].paper
  const { left, width } = PAGE
  writeHead(document, config)
  writeAddress(document, letter, square)
  rules(document, [12, 28, FOLDS[0]], [12, 28, FOLDS[1]], [left, left + width, FOOT])
  let y = write(document, today, left, TEXT_TOP, { size, line: true }) + 8
  y = write(document, before, left, y, { size }) + 10
  document
    .roundedRect(left, y, width, BOX - 6, 6)
    .lineWidth(0.75)
    .stroke('#8b8375')
  const link = qrOf(`${linkHome(config)}/verify/${letter.token}`)
  drawQr(document, link, left + 14, y + 11, QR_SIZE)
  const right = { size: 11, width: width - QR_SIZE - 52 }
  const x = left + QR_SIZE + 38
  let line = lead(document, texts.withPhone, texts.scan, x, y + 12, right)
  line = lead(document, texts.onComputer, texts.type(codePage(config)), x, line + 2, right)
  document.fontSize(19).fillColor(INK).font('bold')
  document.text(printedCode(letter.code), x, line + 2, { characterSpacing: 1.5, lineBreak: false })
  write(document, texts.until(expires), x, line + 29, { size: 9, colour: GREY, line: true })
  y += BOX + 6
  if (firm.phone)
    y =
      lead(document, texts.byPhone, texts.call(firm.phone, letter.client_number), left, y, {
        size,
      }) + 3
  y = lead(document, texts.byPost, texts.post, left, y, { size }) + 8
  y = write(document, after, left, y, { size }) + 2
  write(document, firm.name, left, y, { size })
  write(document, texts.assurance, left, FOOT + 6, { size: 8, colour: GREY, line: true })
}

function writeHead(document: Document, config: Config): void {
  const { name, phone } = firmOf(config)
  const { logo } = config
  Object.assign(document, { x: PAGE.left, y: 44 })
  const isDrawn = logo && logo.type !== 'image/svg+xml'
  if (isDrawn) writeLogo(document, logo)
  else write(document, name, PAGE.left, 48, { size: 16, bold: true, width: 300 })
  const lines = [...(config.FIRM_ADDRESS ?? '').split('\n'), phone ?? '']
  for (const [n, words] of lines.filter((each) => each.trim() !== '').entries())
    toTheRight(document, words.trim(), 48 + n * 13, 9.5)
}

/**
 * Adds the letter's number, also as a square for a scanner: a returned letter need not be opened. A client who scans
 * it instead of the QR code gets to the page for typed codes.
 */
function writeAddress(document: Document, letter: Sheet, square: Qr): void {
  const { x, y, width, height } = WINDOW
  const country = letter.country === US ? '' : countryName(letter.country, 'en').toUpperCase()
  const whole = [fullName(letter), ...letter.address.split('\n'), placeLine(letter), country]
    .filter((each) => each.trim() !== '')
    .map((each) => printable(document, each))
  const words = LETTER_TEXTS[letter.texts.language].paper.number(letterNumber(letter.id))
  const side = Math.max(NUMBER_SQUARE, widthOf(document.fontSize(6) as Document, words, 'regular'))
  document.fontSize(1)
  let [size, lines] = [0, whole]
  for (const most of WRAPS) {
    const broken = whole.flatMap((each) => wrapped(each, most))
    const widths = broken.map((line) => widthOf(document, line, 'regular'))
    const across = (width - side - 18) / Math.max(...widths)
    const fitting = Math.min(11, across, (height - 6) / (broken.length * TIGHT))
    if (fitting > size) [size, lines] = [fitting, broken]
    if (size === 11) break
  }
  for (const [n, line] of lines.entries())
    write(document, line, x + 5, y + 2 + n * size * TIGHT, { size, line: true })
  const beside = x + width - 6 - side
  drawQr(document, square, beside, y + 4, NUMBER_SQUARE)
  write(document, words, beside, y + height - 11, { size: 6, colour: GREY, line: true })
}

const numberPage = (config: Config, id: number) =>
  `${linkHome(config)}/code?letter=${letterNumber(id)}`

const NUMBER_SQUARE = 36
const TIGHT = 1.2
/** Characters a line. The value that allows the largest type is used. */
const WRAPS = [200, 72, 60, 50, 40, 32]

const wrapped = (text: string, most: number): string[] =>
  text.match(new RegExp(`\\S.{0,${most - 1}}(?=\\s|$)|\\S{1,${most}}`, 'gu')) ?? []

function drawWindow(document: Document): void {
  const { x, y, width, height } = WINDOW
  document.roundedRect(x, y, width, height, 5).lineWidth(0.75).dash(3, { space: 3 }).stroke(GREY)
  document.undash()
  const how =
    'Test sheet: print it at 100 %, fold it at the two marks and put it into a #10 window envelope. Tap the envelope on each side. Only the dashed part may show.'
  write(document, how, x + width + 16, y, { size: 8.5, colour: GREY, width: 200 })
}
