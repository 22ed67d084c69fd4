import { fileURLToPath } from 'node:url'
import { excusedWords } from '@attest/contract/excused-words'
import { letterText } from '@attest/contract/letter'
import type { Firm } from '@attest/contract/letter-parts'
import type { Coverage } from '@attest/contract/rounds'
import { localMinute } from '../local-time.ts'
import type { RoundRecord } from './queries.ts'
import type { ReportedClient } from './report.ts'
import type { SentLetter } from './report-queries.ts'
import { callWords, changeWords, emailWords, recordedWords, resultWords } from './report-words.ts'

const MARGIN = 56
const GREY = '#5b5750'
const INK = '#1d1b18'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/source-sans-3/${name}.ttf`))

interface Report {
  firm: Firm
  round: RoundRecord
  coverage: Coverage
  letters: SentLetter[]
  clients: AsyncIterable<ReportedClient[]>
  timeZone: string
  at: string
}

type Document = PDFKit.PDFDocument

/** Written while the clients are read. The caller pipes the document; an error destroys it. */
export async function reportPdf(report: Report): Promise<Document> {
  const { default: PDFDocument } = await import('pdfkit')
  const { round, firm } = report
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${round.name}: report`, Author: firm.name },
  })
  document.registerFont('regular', fontFile('400Regular/SourceSans3_400Regular'))
  document.registerFont('bold', fontFile('600SemiBold/SourceSans3_600SemiBold'))
  write(document, report).catch((error) => document.destroy(error))
  return document
}

async function write(document: Document, report: Report): Promise<void> {
  const numberPage = pageNumbers(document, report.round.name)
  numberPage()
  document.on('pageAdded', numberPage)
  writeSummary(document, report)
  writeLetters(document, report)
  heading(document, 'Clients')
  for await (const batch of report.clients) {
    for (const [n, client] of batch.entries()) {
      writeClient(document, client, report.timeZone)
      if (n % 25 === 24) await drained(document)
      if (document.destroyed) return
    }
  }
  document.end()
}

/** Lets other work run, and waits while the reader is slower than the report. */
const drained = (document: Document) =>
  document.readableLength > document.readableHighWaterMark
    ? new Promise((resolve) => document.once('data', resolve))
    : new Promise((resolve) => setImmediate(resolve))

function pageNumbers(document: Document, name: string) {
  let page = 0
  return () => {
    page += 1
    const { x, y } = document
    const { bottom } = document.page.margins
    // Otherwise a text below the margin begins another page.
    document.page.margins.bottom = 0
    document.font('regular').fontSize(8).fillColor(GREY)
    document.text(`${name} · page ${page}`, MARGIN, document.page.height - 36, { lineBreak: false })
    document.page.margins.bottom = bottom
    document.x = x
    document.y = y
  }
}

function writeSummary(document: Document, { firm, round, coverage, timeZone, at }: Report) {
  const time = (iso: string) => localMinute(iso, timeZone)
  document.font('bold').fontSize(11).fillColor(GREY).text(firm.name)
  document.fontSize(22).fillColor(INK).text(round.name)
  const end = round.closed_at
    ? `closed ${time(round.closed_at)} by ${round.closed_by}`
    : 'still open'
  line(
    document,
    `Started ${time(round.started_at)} by ${round.admin_email}, due ${round.due_on}, ${end}.`,
  )
  line(document, `Report of ${time(at)}. All times are in ${timeZone}.`)
  heading(document, 'Result')
  const { total, confirmed, updated, byOther, excused, outstanding, reasons } = coverage
  line(
    document,
    `${total} ${total === 1 ? 'client' : 'clients'} = ${confirmed + updated} answered + ${outstanding} outstanding + ${excused} excused`,
  )
  line(
    document,
    `Answered: ${confirmed} confirmed, ${updated} updated; ${byOther} of them by phone, by letter or in person.`,
  )
  line(
    document,
    `Outstanding: ${reasons.asked} without an answer, ${reasons.failed} whose email failed, ${
      reasons.no_address + reasons.unusable_address
    } without a usable email address, ${reasons.queued} whose email waits, ${reasons.not_asked} not asked, ${reasons.disputed} in dispute, ${reasons.email_unconfirmed} with a new email not confirmed.`,
  )
  if (excused > 0) line(document, `Excused: ${excusedWords(coverage)}.`)
}

function writeLetters(document: Document, { letters, firm }: Report): void {
  heading(document, 'Letters')
  if (letters.length === 0) line(document, 'No email was sent.')
  for (const letter of letters) {
    const { name, version, emails, subject, textContent } = letter
    document.moveDown(0.4).font('bold').fontSize(10).fillColor(INK)
    document.text(`${name}, version ${version}: ${emails === 1 ? '1 email' : `${emails} emails`}`)
    line(document, `Subject: ${subject}`)
    line(document, textContent.trim() || letterText(letter, firm), GREY)
  }
}

function writeClient(document: Document, client: ReportedClient, timeZone: string): void {
  // A client's heading stays with its first line.
  if (document.y > document.page.height - MARGIN - 44) document.addPage()
  const width = document.page.width - 2 * MARGIN
  const result = resultWords(client)
  const at = client.answered_at ? `, ${localMinute(client.answered_at, timeZone)}` : ''
  const { y } = document
  document.font('bold').fontSize(10).fillColor(INK)
  document.text(`${client.name}  ${client.client_number}`, MARGIN, y, { width: width * 0.52 })
  const below = document.y
  document.font('regular').text(result + at, MARGIN + width * 0.54, y, { width: width * 0.46 })
  document.x = MARGIN
  document.y = Math.max(below, document.y)
  const lines: [label: string, words: string][] = [
    ['Asked', emailWords(client, false, timeZone)],
    ['Reminded', emailWords(client, true, timeZone)],
    ['Calls', callWords(client, timeZone)],
    ['Changes', changeWords(client)],
    ['', recordedWords(client)],
    ['Email failed', client.state === 'failed' ? (client.reason ?? '') : ''],
  ]
  for (const [label, words] of lines) {
    if (words !== '') line(document, label ? `${label}: ${words}` : words, GREY, 9)
  }
  document.moveDown(0.5)
}

const heading = (document: Document, words: string) =>
  document.moveDown(1).font('bold').fontSize(14).fillColor(INK).text(words).moveDown(0.3)

const line = (document: Document, words: string, colour = INK, size = 10) =>
  document.font('regular').fontSize(size).fillColor(colour).text(words)
