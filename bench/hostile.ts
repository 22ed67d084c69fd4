import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { unzip } from '../server/src/imports/sheet/unzip.ts'
import { zipOf } from '../testing/sheets/sheets.ts'
import { openProduct, type Product } from './product.ts'
import { type Figure, milliseconds } from './report.ts'
import { type Seen, seen } from './seen.ts'

const FIXTURES = path.resolve(import.meta.dirname, '../testing/sheets/hostile')
const IDLE_MS = 5_000

/** Measures response times, and memory of the server and the reader, during hostile sheets. */
export async function benchHostile(): Promise<Figure[]> {
  const product = await openProduct()
  try {
    await seen(product, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS / 5)))
    const idle = await seen(product, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
    const busy: Seen[] = []
    for (const file of hostileFiles()) busy.push(await seen(product, () => upload(product, file)))
    const worst = (of: keyof Seen) => Math.max(...busy.map((figures) => figures[of]))
    return [
      {
        what: 'me while hostile sheets are read (p99)',
        ours: milliseconds(worst('p99')),
        yardstick: `${milliseconds(idle.p99)} idle`,
        ratio: worst('p99') / idle.p99,
        promise: 'at most 5',
      },
      memory('memory of the server meanwhile', worst('server') - idle.server, 150),
      memory('memory of the reading process', worst('reader'), 512),
    ]
  } finally {
    await product.close()
  }
}

const memory = (what: string, ours: number, limit: number): Figure => ({
  what,
  ours: `${ours.toFixed(0)} MB`,
  yardstick: `${limit} MB`,
  ratio: ours / limit,
  promise: 'at most 1',
})

function hostileFiles(): File[] {
  const files = readdirSync(FIXTURES).map((name) => ({
    name,
    bytes: readFileSync(path.join(FIXTURES, name)),
  }))
  const book = files.find(({ name }) => name === 'crash.xlsx')!
  const parts = Object.fromEntries(unzip(book.bytes).map(({ name, unpack }) => [name, unpack()]))
  const bomb = Buffer.from(`<sst><si><t>${'x'.repeat(140_000_000)}</t></si></sst>`)
  const spanned = '<tr><td rowspan=2 colspan=2>x</td></tr>'.repeat(200_000)
  return [
    ...files,
    { name: 'bomb.xlsx', bytes: zipOf({ ...parts, 'xl/sharedStrings.xml': bomb }) },
    { name: 'rows.csv', bytes: Buffer.alloc(10_000_000, '\n') },
    { name: 'endless.xls', bytes: Buffer.from(`<html><table>${spanned}</table>`) },
  ].map(({ name, bytes }) => new File([new Uint8Array(bytes)], name))
}

async function upload(product: Product, file: File): Promise<void> {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', file)
  const answer = await product.call('POST', '/api/admin/import', form, product.headers)
  const { message } = (await answer.json()) as { message?: string }
  console.log(`  ${file.name}: ${answer.status} ${message ?? ''}`)
}
