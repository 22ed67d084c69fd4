import { formatPhone, fullName } from '@attest/contract/client-fields'
import { LETTER_TEXTS } from '@attest/contract/letter-texts/languages'
import { letterNumber } from '@attest/contract/letters'
import { postalLines } from '@attest/contract/place'
import { firmOf } from '../../config.ts'
import { type Document, GREY, INK } from '../../exports/pdf-document.ts'
import { type Context, PAGE, rules, type Sheet, write } from './letter-page.ts'

const { left, width } = PAGE
type Line = [number, number, number]
const COLUMNS = { value: left + 110, correction: left + 290 }
const SMALL = { size: 9, colour: GREY, line: true }

export function writeReplyForm(document: Document, letter: Sheet, { config }: Context): void {
  const { paper } = LETTER_TEXTS[letter.texts.language]
  const { name } = firmOf(config)
  let y = write(document, paper.reply, left, 64, { size: 18, bold: true, line: true }) + 2
  const about = `${paper.number(letterNumber(letter.id))} · ${fullName(letter)}`
  y = write(document, about, left, y, { colour: GREY }) + 10
  const firm = [name, config.FIRM_ADDRESS].filter(Boolean).join(', ')
  y = write(document, paper.sendTo(firm), left, y) + 12
  for (const answer of [paper.correct, paper.changed]) {
    document
      .rect(left, y + 1, 12, 12)
      .lineWidth(0.9)
      .stroke(INK)
    y = write(document, answer, left + 22, y, { width: width - 22 }) + 8
  }
  y = Math.min(writeDetails(document, letter, y + 6) + 64, 720)
  const dateAt = left + 310
  rules(document, [left, dateAt - 30, y], [dateAt, left + width, y])
  write(document, paper.signature, left, y + 4, SMALL)
  write(document, paper.date, dateAt, y + 4, SMALL)
}

function writeDetails(document: Document, letter: Sheet, top: number): number {
  const { labels, paper } = LETTER_TEXTS[letter.texts.language]
  const address = postalLines(letter, letter.texts.language).join('\n')
  const details = [
    [paper.name, fullName(letter)],
    [labels.address, address],
    [labels.phone_number, formatPhone(letter.phone_number)],
    [labels.alt_number, formatPhone(letter.alt_number ?? '')],
    [labels.email, letter.email],
  ] as const
  const tops: number[] = []
  write(document, paper.onFile, COLUMNS.value, top, SMALL)
  let y = write(document, paper.correction, COLUMNS.correction, top, SMALL) + 4
  for (const [label, value] of details) {
    tops.push(y)
    // Spanish labels start in lower case, since sentences use them too.
    const words = label.charAt(0).toUpperCase() + label.slice(1)
    write(document, words, left, y + 9, SMALL)
    const end = write(document, value || '—', COLUMNS.value, y + 8, { size: 10.5, width: 168 })
    y = Math.max(end + 10, y + 46)
  }
  rules(document, ...[...tops, y].map((top): Line => [left, left + width, top]))
  return y
}
