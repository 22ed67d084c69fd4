import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Preview } from '@attest/contract/import-previews'
import { runSheetProcess } from '../server/src/imports/sheet/sheet-reader.ts'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openProduct, type Product } from './product.ts'
import { type Figure, medians, milliseconds, seconds, time } from './report.ts'

const EDITS = 50

/** Measures the preview of the largest CSV of known clients, and a change of one cell. */
export async function benchPreview(): Promise<Figure[]> {
  const { file, rows } = largestSheet()
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, rows)
  const query = await time(() => bare.db.selectFrom('clients').selectAll().execute())
  await bare.close()
  const reading = await timeOfReader(folder, file)
  const product = await openProduct({ DATA_DIR: folder })
  try {
    let preview: Preview | undefined
    const ours = await time(async () => {
      preview = await previewOf(product, file)
    })
    if (preview?.counts.unchanged !== rows) throw new Error('the preview does not know the clients')
    const edit = await timeOfEdits(product, preview.previewId)
    return [
      {
        what: `preview of ${rows.toLocaleString('en-US')} rows`,
        ours: seconds(ours),
        yardstick: `${seconds(reading + query)} reading them and all clients`,
        ratio: ours / (reading + query),
        promise: 'at most 2',
      },
      {
        what: 'a changed cell of that preview',
        ours: milliseconds(edit.ours),
        yardstick: `${milliseconds(edit.me)} for me`,
        ratio: edit.ours / edit.me,
        promise: 'at most 3',
      },
    ]
  } finally {
    await product.close()
  }
}

async function timeOfReader(folder: string, file: File): Promise<number> {
  const source = path.join(folder, 'bench.csv')
  await writeFile(source, Buffer.from(await file.arrayBuffer()))
  const task = { path: source, fileName: file.name, target: `${source}.rows` }
  return time(() => runSheetProcess(task))
}

async function previewOf(product: Product, file: File): Promise<Preview> {
  const form = new FormData()
  form.set('file', file)
  const answer = await product.call('POST', '/api/admin/imports/preview', form, product.headers)
  return (await answer.json()) as Preview
}

async function timeOfEdits(product: Product, previewId: string) {
  let n = 0
  const edit = async () => {
    const body = { row: { row: (++n % 1000) + 2, cells: { city: `Lynn ${'ab'[n % 2]}` } } }
    const url = `/api/admin/imports/preview/${previewId}`
    const answer = await product.call('PUT', url, body, product.headers)
    if (!answer.ok) throw new Error(await answer.text())
    await answer.text()
  }
  const me = async () => (await product.get('/api/auth/me')).text()
  const [ours, yardstick] = await medians(EDITS, edit, me)
  return { ours, me: yardstick }
}
