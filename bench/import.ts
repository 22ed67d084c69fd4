import { rm } from 'node:fs/promises'
import type { Import } from '@attest/contract/imports'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import { memoryOf, newFolder, openBareDatabase, openProduct, peakMemory } from './product.ts'
import { type Figure, seconds, time } from './report.ts'

const POLL_MS = 100

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

/** Without emails, in the background: fetch gives up on a reply after five minutes. */
export async function importQuietly(
  product: Awaited<ReturnType<typeof openProduct>>,
  file: File,
  rows: number,
) {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', file)
  const headers = { ...product.headers, prefer: 'respond-async' }
  const answer = await product.call('POST', '/api/admin/import', form, headers)
  const { importId } = (await answer.json()) as { importId: string }
  for (;;) {
    const reply = await product.get(`/api/admin/imports/${importId}`)
    const { state, created, error } = (await reply.json()) as Import
    if (state === 'completed' && created === rows) return
    if (state === 'completed' || error) throw new Error(error ?? `${created} rows were imported`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
