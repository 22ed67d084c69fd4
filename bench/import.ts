import { rm } from 'node:fs/promises'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import { memoryOf, newFolder, openBareDatabase, openProduct, peakMemory } from './product.ts'
import { type Figure, seconds, time } from './report.ts'

/** The largest CSV end to end over HTTP, without mail. */
export async function benchImport(): Promise<Figure[]> {
  const { file, rows } = largestSheet()
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  const yardstick = await time(() => insertBatches(bare.db, rows))
  await bare.close()
  await rm(folder, { recursive: true })

  const product = await openProduct()
  const idle = memoryOf(product.pid)
  let ours = 0
  const peak = await peakMemory(product.pid, async () => {
    ours = await time(() => importQuietly(product, file, rows))
  })
  const after = memoryOf(product.pid)
  await product.close()
  const size = `${rows.toLocaleString('en-US')} rows`
  return [
    {
      what: `import of ${size}`,
      ours: seconds(ours),
      yardstick: `${seconds(yardstick)} batched insert`,
      ratio: ours / yardstick,
      promise: 'at most 2',
    },
    {
      what: 'memory of that import',
      ours: `${(peak - idle).toFixed(0)} MB over idle`,
      yardstick: '300 MB',
      ratio: (peak - idle) / 300,
      promise: 'at most 1',
    },
    {
      what: 'memory of the product after it',
      ours: `${after.toFixed(0)} MB`,
      yardstick: '300 MB',
      ratio: after / 300,
      promise: 'at most 1',
    },
  ]
}

async function importQuietly(
  product: Awaited<ReturnType<typeof openProduct>>,
  file: File,
  rows: number,
) {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', file)
  const answer = await product.call('POST', '/api/admin/import', form, product.headers)
  const { created } = (await answer.json()) as { created: number }
  if (created !== rows) throw new Error(`${created} of ${rows} rows were imported`)
}
