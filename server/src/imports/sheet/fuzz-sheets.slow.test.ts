import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRun } from '../../../../testing/random.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { fixture, zipOf } from './fixtures/sheets.ts'
import { readSheet } from './read-sheet.ts'
import { readBatches } from './rows-file.ts'
import { SheetRejected } from './sheet-rejected.ts'
import { zipEntries } from './unzip.ts'

/** Each starts a process. */
const FILES = 40

const bases = ['office.xlsx', 'office.xls', 'office-html.xls', 'office-xml-2003.xls'].concat([
  'office-utf16.csv',
  'office-semicolon-1252.csv',
  'clients-500.csv',
  'protected.xlsx',
])

/** Texts with a meaning in one of the formats. */
const SNIPPETS = [
  ...['"', '""', ',', ';', '\t', '\r', '\n', '\0', '\uFEFF', '=', '="', "'", '-', '1e999', '#REF!'],
  ...['<', '>', '&', '&#0;', '&#xD800;', ']]>', '<!--', '<table>', '<tr>', '<td>', '</row>'],
  ...['<c r="ZZZZ1">', '<c r="A99999999">', '<row r="0">', '<row r="-1">', '<v>9999999</v>'],
  ...[' colspan="1000000000"', ' rowspan="99999999"', ' t="s"', ' s="9999"', ' t="e"'],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '__proto__', 'constructor', 'Client Number', '(('],
  ...['ss:Index="99999999"', '<cols><col min="1" max="16384"/></cols>', 'x'.repeat(100_000)],
]

interface Edit {
  /** Position in the file, from 0 to 1. */
  at: number
  kind: 'cut' | 'repeat' | 'insert' | 'number' | 'end'
  size: number
  text: string
}

const edit = fc.record<Edit>({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('cut', 'repeat', 'insert', 'number', 'end'),
  size: fc.nat(200),
  text: fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ unit: 'binary', maxLength: 20 })),
})

function edited(text: string, { at, kind, size, text: added }: Edit): string {
  const from = Math.floor(at * text.length)
  const [before, part] = [text.slice(0, from), text.slice(from, from + size)]
  const after = text.slice(from + size)
  if (kind === 'cut') return before + after
  if (kind === 'repeat') return before + part.repeat(50) + after
  if (kind === 'insert') return before + added + part + after
  if (kind === 'end') return size < 20 ? before : text
  return before + part.replace(/\d+/, '4294967295') + after
}

/** The edits go into the parts of a zipped workbook, since a damaged archive is rejected at once. */
function mutated(name: string, edits: readonly Edit[], part: number): Buffer {
  const bytes = readFileSync(fixture(name))
  if (!name.endsWith('.xlsx') || name === 'protected.xlsx') {
    return Buffer.from(edits.reduce(edited, bytes.toString('latin1')), 'latin1')
  }
  const parts = zipEntries(bytes).map(({ name, unpack }) => [name, unpack()] as const)
  const [changed] = parts[part % parts.length]!
  const change = (content: Buffer) => Buffer.from(edits.reduce(edited, content.toString()))
  return zipOf(
    Object.fromEntries(
      parts.map(([name, content]) => [name, name === changed ? change(content) : content]),
    ),
  )
}

/** @throws whatever is not a reason for the person who chose the file */
async function readMutated(name: string, bytes: Buffer, folder: string): Promise<void> {
  const task = { path: path.join(folder, 'file'), target: path.join(folder, 'rows') }
  await writeFile(task.path, bytes)
  try {
    const { totalRows } = await readSheet({ ...task, fileName: name })
    const rows = []
    for await (const batch of readBatches(task.target)) rows.push(...batch)
    expect(rows).toHaveLength(totalRows)
    const texts = rows.flatMap(({ cells }) => Object.values(cells))
    // An address is put together from up to three cells.
    expect(texts.filter((text) => text.length > 3004)).toEqual([])
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
  } finally {
    await rm(task.target, { force: true })
  }
}

test('a mutated sheet gives short rows or a reason', { timeout: 36_000_000 }, async () => {
  const folder = temporaryFolder()
  const edits = fc.array(edit, { minLength: 1, maxLength: 6 })
  const files = fc.tuple(fc.constantFrom(...bases), edits, fc.nat(20))
  const property = fc.asyncProperty(files, ([name, edits, part]) =>
    readMutated(name, mutated(name, edits, part), folder),
  )
  await fc.assert(property, fuzzRun(FILES))
})
