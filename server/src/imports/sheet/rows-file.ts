import { closeSync, createWriteStream, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SheetRejected, type SheetRow } from './table.ts'

// One row a line, as JSON: the reading process writes them, the import reads them.

/** 100,000 clients take about 30 MB, but a workbook can repeat a long text. */
const MAX_BYTES = 128 * 1024 * 1024
/** The rows of a CSV file take three times its size. */
const MAX_GROWTH = 6
const WRITE_BYTES = 256 * 1024

/** Rows in one transaction. */
export const BATCH = { rows: 1000, bytes: 1024 * 1024 }

export function lineWriter(delimiter: string) {
  const special = new RegExp(`["\r\n${delimiter}]`)
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return (texts: readonly string[]) => texts.map(quoted).join(delimiter)
}

/** The cells of such a row. */
export function cellsOfLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^${delimiter}]*))[\\${delimiter}]`, 'g')
  const cells = (line + delimiter).matchAll(cell)
  return [...cells].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}

/** `size` is the sheet's, in bytes. Throws SheetRejected if the rows take too many. */
export function writeRows(path: string, rows: Iterable<object>, size = 0): void {
  const file = openSync(path, 'w', 0o600)
  let left = Math.max(MAX_BYTES, MAX_GROWTH * size)
  let text = ''
  const write = () => {
    left -= writeSync(file, text)
    if (left < 0) throw new SheetRejected('There is too much text in this file. Please split it.')
    text = ''
  }
  for (const row of rows) {
    text += `${JSON.stringify(row)}\n`
    if (text.length > WRITE_BYTES) write()
  }
  write()
  closeSync(file)
}

export async function writePages(path: string, pages: AsyncIterable<SheetRow[]>): Promise<number> {
  let count = 0
  async function* lines() {
    for await (const page of pages) {
      count += page.length
      yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return count
}

export async function* readBatches(path: string): AsyncGenerator<SheetRow[]> {
  for await (const lines of readLines(path, BATCH))
    yield lines.map((line) => JSON.parse(line) as SheetRow)
}

export async function* readLines(path: string, most: typeof BATCH, isWhole = () => true) {
  let batch: string[] = []
  let bytes = 0
  let rest = ''
  for await (const chunk of textOf(path, isWhole)) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      batch.push(line)
      bytes += line.length
      if (batch.length < most.rows && bytes < most.bytes) continue
      yield batch
      batch = []
      bytes = 0
    }
  }
  if (batch.length > 0) yield batch
}

const READ_BYTES = 64 * 1024
const POLL_MS = 20

async function* textOf(path: string, isWhole: () => boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const part = Buffer.alloc(READ_BYTES)
  const file = await open(path)
  try {
    for (;;) {
      const isEnd = isWhole()
      const { bytesRead } = await file.read(part)
      if (bytesRead > 0) yield decoder.decode(part.subarray(0, bytesRead), { stream: true })
      else if (isEnd) return
      else await sleep(POLL_MS)
    }
  } finally {
    await file.close()
  }
}
