import * as pdf from '../../exports/pdf-document.ts'
import { writeWording } from '../../rounds/report-pdf.ts'
import { tellEntry, timeWords } from './entry-words.ts'
import type { ClientRecord } from './read-record.ts'

/** Writes the document while the story is read. An error destroys it. */
export async function recordPdf(record: ClientRecord, logo: Parameters<typeof pdf.writeLogo>[1]) {
  const title = `Record of ${record.client.name}`
  const document = await pdf.newDocument({ Title: title, Author: record.firm.name })
  const end = pdf.pageNumbers(document, `${title}, ${timeWords(record.at, record.known)}`)
  const write = async () => {
    pdf.writeLogo(document, logo)
    writeHead(document, record, title)
    writeDetails(document, record)
    await writeStory(document, record)
    writeLetters(document, record)
    writeFiles(document, record)
    if (!document.destroyed) end()
  }
  write().catch((error) => document.destroy(error))
  return document
}

const LABEL_WIDTH = 118

function row(document: pdf.Document, label: string, [bold, ...lines]: (string | null | false)[]) {
  // Keeps a label on the page of its first line.
  if (document.y > document.page.height - pdf.MARGIN - 44) document.addPage()
  const { y, page } = document
  document.fontSize(9).fillColor(pdf.GREY)
  pdf.writeWords(document, pdf.printable(document, label), 'regular', { width: LABEL_WIDTH - 12 })
  const below = document.y
  Object.assign(document, { x: pdf.MARGIN + LABEL_WIDTH, y })
  pdf.line(document, bold || '', { bold: true })
  for (const words of lines) if (words) pdf.line(document, words, { size: 9, colour: pdf.GREY })
  document.x = pdf.MARGIN
  if (document.page === page) document.y = Math.max(below, document.y)
  document.moveDown(0.4)
}

function writeHead(document: pdf.Document, record: ClientRecord, title: string): void {
  const { client, firm, at, known, seals } = record
  const { sealed, open, seal } = seals
  pdf.line(document, firm.name, { bold: true, size: 11, colour: pdf.GREY })
  pdf.line(document, title, { bold: true, size: 22 })
  pdf.line(document, `Client number ${client.client_number ?? 'unknown'}. ${client.state}.`)
  pdf.line(document, `Made ${timeWords(at, known)}. All times are in ${known.timeZone}.`)
  const newest = seal ? `, the newest by seal ${seal.seq} of ${timeWords(seal.at, known)}` : ''
  pdf.line(document, `Records under seal: ${sealed}${newest}. Not sealed yet: ${open}.`)
  if (seal) pdf.line(document, `SHA-256 of the seal: ${seal.hash}`)
}

function writeDetails(document: pdf.Document, { details }: ClientRecord): void {
  pdf.heading(document, 'Details')
  for (const { label, words, source } of details)
    row(document, label, [words, source ?? 'No record is left that gave this value'])
}

async function writeStory(document: pdf.Document, { story, known }: ClientRecord) {
  pdf.heading(document, 'Timeline, the newest first')
  for await (const entries of story()) {
    for (const entry of entries) {
      row(document, timeWords(entry.at, known), tellEntry(entry, known))
      await pdf.drained(document)
      if (document.destroyed) return
    }
  }
}

function writeLetters(document: pdf.Document, { letters }: ClientRecord): void {
  pdf.heading(document, 'Wording of the letters')
  if (letters.length > 0)
    pdf.line(
      document,
      'Each version that was sent, in all its languages, with the firm’s present name and phone number.',
    )
  for (const { name, wordings } of letters) {
    pdf.line(document, name, { bold: true })
    for (const wording of wordings) writeWording(document, wording)
  }
  if (letters.length === 0) pdf.line(document, 'No letter was sent.')
}

function writeFiles(document: pdf.Document, { files, known }: ClientRecord): void {
  pdf.heading(document, 'Files')
  for (const { uploaded_at, original_name, missing, ...file } of files)
    row(document, timeWords(uploaded_at, known), [
      original_name,
      missing && 'The content of this file could not be read.',
      file.description,
      `${file.file_size} bytes, added by ${file.admin_email}, in the ZIP as “${file.path}”`,
      `SHA-256 ${file.hash}`,
    ])
  if (files.length === 0) pdf.line(document, 'No file.')
}
