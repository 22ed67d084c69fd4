import { LANGUAGE_NAMES, LANGUAGES } from '@attest/contract/languages'
import { renderLetter } from '@attest/contract/letter'
import { type Firm, letterIn } from '@attest/contract/letter-parts'
import { type OutstandingReason, REASON_NAMES } from '@attest/contract/outstanding'
import { type Coverage, excusedWords } from '@attest/contract/rounds'
import type { TranslatedContent } from '@attest/contract/templates'
import * as pdf from '../exports/pdf-document.ts'
import { localMinute } from '../local-time.ts'
import { UNFILLED } from '../templates/describe-template.ts'
import type { RoundRecord } from './queries.ts'
import type { ReportedClient, SentLetter } from './report-queries.ts'
import { countWords, DETAILS, resultWords } from './report-words.ts'

interface Report {
  firm: Firm
  round: RoundRecord
  coverage: Coverage
  letters: SentLetter[]
  clients: AsyncIterable<ReportedClient[]>
  timeZone: string
  at: string
}

/** Writes the document while the clients are read. The caller pipes it; an error destroys it. */
export async function reportPdf(report: Report): Promise<pdf.Document> {
  const { round, firm } = report
  const document = await pdf.newDocument({ Title: `${round.name}: report`, Author: firm.name })
  write(document, report).catch((error) => document.destroy(error))
  return document
}

async function write(document: pdf.Document, report: Report): Promise<void> {
  const end = pdf.pageNumbers(document, report.round.name)
  writeSummary(document, report)
  writeLetters(document, report)
  pdf.heading(document, 'Clients')
  for await (const batch of report.clients) {
    for (const [n, client] of batch.entries()) {
      writeClient(document, client, report.timeZone)
      if (n % 25 === 24) await pdf.drained(document)
      if (document.destroyed) return
    }
  }
  end()
}

function writeSummary(document: pdf.Document, { firm, round, coverage, timeZone, at }: Report) {
  const time = (iso: string) => localMinute(iso, timeZone)
  pdf.line(document, firm.name, { bold: true, size: 11, colour: pdf.GREY })
  pdf.line(document, round.name, { bold: true, size: 22 })
  const end = round.closed_at
    ? `closed ${time(round.closed_at)} by ${round.closed_by}`
    : 'still open'
  pdf.line(
    document,
    `Started ${time(round.started_at)} by ${round.admin_email}, due ${round.due_on}, ${end}.`,
  )
  pdf.line(document, `Report of ${time(at)}. All times are in ${timeZone}.`)
  pdf.heading(document, 'Result')
  const { total, confirmed, updated, byOther, excused, outstanding, reasons } = coverage
  pdf.line(
    document,
    `${total} ${total === 1 ? 'client' : 'clients'} = ${confirmed + updated} answered + ${outstanding} outstanding + ${excused} excused`,
  )
  pdf.line(
    document,
    `Answered: ${confirmed} confirmed, ${updated} updated; ${byOther} of them by phone, by letter or in person.`,
  )
  const named = Object.entries(REASON_NAMES).flatMap(([reason, name]) => {
    const count = reasons[reason as OutstandingReason]
    return count > 0 ? `${name} ${count}` : []
  })
  if (outstanding > 0) pdf.line(document, `Outstanding: ${named.join(', ')}.`)
  if (excused > 0) pdf.line(document, `Excused: ${excusedWords(coverage)}.`)
}

function writeLetters(document: pdf.Document, { letters, firm }: Report): void {
  pdf.heading(document, 'Letters')
  if (letters.length === 0) pdf.line(document, 'No email was sent.')
  for (const letter of letters) writeLetter(document, letter, firm)
}

function writeLetter(document: pdf.Document, letter: SentLetter, firm: Firm): void {
  const { name, version } = letter
  const wordings = wordingsOf(letter, firm)
  const languages = wordings.map(({ language }) => language).join(' or ')
  const choice = wordings.length > 1 ? `, in ${languages} by the client’s language` : ''
  pdf.line(document, `${name}, version ${version}: ${countWords(letter)}${choice}`, { bold: true })
  for (const wording of wordings) writeWording(document, wording)
}

/** The letter in each of its languages, with placeholders in place of a client's details. */
export const wordingsOf = (letter: TranslatedContent, firm: Firm) =>
  [...new Set(LANGUAGES.map((language) => letterIn(letter, language)))].map((content) => {
    const { subject, text } = renderLetter(content, UNFILLED, firm)
    return { language: LANGUAGE_NAMES[content.writtenIn ?? 'en'], subject, text }
  })

type Wording = ReturnType<typeof wordingsOf>[number]

export function writeWording(document: pdf.Document, { language, subject, text }: Wording): void {
  pdf.line(document, `Subject in ${language}: ${subject}`)
  pdf.line(document, text, { colour: pdf.GREY })
  document.moveDown(0.4)
}

function writeClient(document: pdf.Document, client: ReportedClient, timeZone: string): void {
  // Keeps a client's heading on the page of its first line.
  if (document.y > document.page.height - pdf.MARGIN - 44) document.addPage()
  writeNameAndResult(document, client, timeZone)
  const style = { size: 9, colour: pdf.GREY, note: '(in the CSV file)' }
  for (const [title, wordsOf] of DETAILS) {
    const words = wordsOf(client, timeZone)
    if (words !== '') pdf.line(document, `${title}: ${words}`, style)
  }
  document.moveDown(0.5)
}

function writeNameAndResult(document: pdf.Document, client: ReportedClient, timeZone: string) {
  const width = document.page.width - 2 * pdf.MARGIN
  const at = client.answered_at ? `, ${localMinute(client.answered_at, timeZone)}` : ''
  const { y } = document
  document.fontSize(10).fillColor(pdf.INK)
  const isPrintable = pdf.printable(document, client.name) === client.name
  const name = isPrintable ? client.name : '(name in the CSV file)'
  const number = pdf.printable(document, client.client_number, '(number in the CSV file)')
  pdf.writeWords(document, `${name}  ${number}`, 'bold', { width: width * 0.52 })
  const below = document.y
  const result = resultWords(client) + at
  document.font('regular').text(result, pdf.MARGIN + width * 0.54, y, { width: width * 0.46 })
  document.x = pdf.MARGIN
  document.y = Math.max(below, document.y)
}
