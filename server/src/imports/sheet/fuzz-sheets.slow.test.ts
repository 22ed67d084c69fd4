import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fuzzRun } from '../../../../testing/random.ts'
import { fixture, zipOf } from '../../../../testing/sheets/sheets.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { Refusal } from '../../http/errors.ts'
import type { ReadAnswer, ReadTask, SheetSummary } from './read-sheet.ts'
import { readBatches } from './rows-file.ts'
import { runSheetProcess } from './sheet-reader.ts'
import { unzip } from './unzip.ts'

const FILES = Number(process.env.FUZZ_SHEETS || 300)

const READER = path.resolve(import.meta.dirname, '../../../../testing/sheets/read-many.ts')
const STUCK_MS = 20_000

const bases = ['office.xlsx', 'office.ods', 'office.xls', 'office-html.xls'].concat([
  ...['shapes.xlsx', 'shapes.ods', 'shapes.xls', 'office-xml-2003.xls'],
  ...['office-utf16.csv', 'office-semicolon-1252.csv', 'clients-500.csv'],
  ...['protected.xlsx', 'protected.ods'],
])

/** Texts with a meaning in one of the formats. */
const SNIPPETS = [
  ...['"', '""', ',', ';', '\t', '\r', '\n', '\0', '\uFEFF', '=', '="', "'", '-', '1e999', '#REF!'],
  ...['<', '>', '&', '&#0;', '&#xD800;', ']]>', '<!--', '<table>', '<tr>', '<td>', '</row>'],
  ...['<c r="ZZZZ1">', '<c r="A99999999">', '<row r="0">', '<row r="-1">', '<v>9999999</v>'],
  ...[' colspan="1000000000"', ' rowspan="99999999"', ' t="s"', ' s="9999"', ' t="e"'],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '__proto__', 'constructor', 'Client Number', '(('],
  ...[
    'ss:Index="99999999"',
    ' hidden="1"',
    '<mergeCell ref="A1:XFD9"/>',
    ' table:number-rows-repeated="1048576"',
    '<cols><col min="1" max="16384"/></cols>',
    'x'.repeat(100_000),
  ],
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

/** Most edits go into the parts of a zipped workbook, since a damaged archive is rejected at once. */
function mutated(name: string, edits: readonly Edit[], part: number): Buffer {
  const bytes = readFileSync(fixture(name))
  if (!/\.(xlsx|ods)$/.test(name) || name === 'protected.xlsx' || part === 0) {
    return Buffer.from(edits.reduce(edited, bytes.toString('latin1')), 'latin1')
  }
  const parts = unzip(bytes).map(({ name, unpack }) => [name, unpack()] as const)
  const [changed] = parts[part % parts.length]!
  const change = (content: Buffer) => Buffer.from(edits.reduce(edited, content.toString()))
  return zipOf(
    Object.fromEntries(
      parts.map(([name, content]) => [name, name === changed ? change(content) : content]),
    ),
  )
}

type Task = Pick<ReadTask, 'path' | 'target' | 'choices'>

/** Reads one task after the other, since a new process for each takes most of the time. */
function startReader() {
  const reader = spawn(process.execPath, ['--max-old-space-size=320', READER], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void reader.kill())
  reader.stdin.on('error', () => {})
  const answers = createInterface(reader.stdout)[Symbol.asyncIterator]()
  return async (task: ReadTask): Promise<{ error?: string } | undefined> => {
    const stuck = setTimeout(() => reader.kill('SIGKILL'), STUCK_MS)
    reader.stdin.write(`${JSON.stringify(task)}\n`)
    const { value } = await answers.next()
    clearTimeout(stuck)
    return value && JSON.parse(value)
  }
}

let read: ReturnType<typeof startReader> | undefined

async function readOrReject(task: ReadTask): Promise<SheetSummary | undefined> {
  read ??= startReader()
  const answer = await read(task)
  if (answer && 'error' in answer) throw new Error(answer.error)
  if (answer) return (answer as ReadAnswer).summary
  // It ran out of memory or time: the product must reject it.
  read = undefined
  await rm(task.target, { force: true })
  return runSheetProcess(task).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    return undefined
  })
}

/** @throws whatever is not a reason for the person who chose the file */
async function readMutated(name: string, bytes: Buffer, task: Task): Promise<void> {
  await writeFile(task.path, bytes)
  try {
    const summary = await readOrReject({ ...task, fileName: name })
    if (!summary) return
    const rows = []
    for await (const batch of readBatches(task.target)) rows.push(...batch)
    expect(rows).toHaveLength(summary.totalRows)
    const texts = rows.flatMap(({ cells }) => Object.values(cells as Record<string, string>))
    // An address is put together from up to three cells.
    expect(texts.filter((text) => text.length > 3004)).toEqual([])
  } finally {
    await rm(task.target, { force: true })
  }
}

test('a mutated sheet gives short rows or a reason', { timeout: 36_000_000 }, async () => {
  const folder = temporaryFolder()
  const task = { path: path.join(folder, 'file'), target: path.join(folder, 'rows') }
  const edits = fc.array(edit, { minLength: 1, maxLength: 6 })
  const choices = fc.constantFrom(undefined, {}, { includeHidden: false })
  const files = fc.tuple(fc.constantFrom(...bases), edits, fc.nat(20), choices)
  const property = fc.asyncProperty(files, ([name, edits, part, choices]) =>
    readMutated(name, mutated(name, edits, part), { ...task, ...(choices && { choices }) }),
  )
  await fc.assert(property, fuzzRun(FILES))
})
