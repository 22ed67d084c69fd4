import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { read, utils } from '@e965/xlsx'
import Papa from 'papaparse'

/** A list exported by one of these programs. */
export const exportOf = async (name: string) =>
  new File([new Uint8Array(await readFile(path.join(import.meta.dirname, name)))], name)

/** The cells as another library reads them. */
export function cellsIn(bytes: Uint8Array): string[][] {
  if (bytes[0] === 0x50) {
    const book = read(bytes, { type: 'buffer' })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    return utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '', blankrows: true })
  }
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  return Papa.parse<string[]>(text, { skipEmptyLines: true }).data
}

/** Cells of `after` that differ from `before`, by row and column from 1. */
export function differences(before: string[][], after: string[][]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [row, cells] of after.entries())
    for (const [column, text] of cells.entries())
      if (text !== (before[row]?.[column] ?? '')) found[`${row + 1},${column + 1}`] = text
  return found
}
