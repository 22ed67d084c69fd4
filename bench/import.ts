import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Import } from '@attest/contract/imports'
import { largestSheet } from './clients.ts'
import { insertBatches } from './fill.ts'
import {
  memoryOf,
  newFolder,
  openBareDatabase,
  openProduct,
  type Product,
  peakMemory,
} from './product.ts'
import { type Figure, seconds, time } from './report.ts'

const POLL_MS = 100

/** Measures the import of the largest CSV over HTTP, without emails. */
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
  let undo = 0
  const undoPeak = await peakMemory(product.pid, async () => {
    undo = await time(() => undoLast(product, rows))
  })
  await product.close()
  const size = `${rows.toLocaleString('en-US')} rows`
  return [
    {
      what: `import of ${size}`,
      ours: seconds(ours),
      yardstick: `${seconds(yardstick)} batched insert`,
      ratio: ours / yardstick,
      promise: 'at most 1.5',
    },
    memory('memory of that import', peak - idle, ' over idle'),
    memory('memory of the product after it', after),
    {
      what: `undo of ${size}`,
      ours: seconds(undo),
      yardstick: `${seconds(ours)} their import`,
      ratio: undo / ours,
      promise: 'at most 1.5',
    },
    memory('memory of that undo', undoPeak - idle, ' over idle'),
  ]
}

const memory = (what: string, megabytes: number, over = ''): Figure => ({
  what,
  ours: `${megabytes.toFixed(0)} MB${over}`,
  yardstick: '300 MB',
  ratio: megabytes / 300,
  promise: 'at most 1',
})

/** Imports without emails in the background, as fetch waits at most five minutes for a reply. */
export async function importQuietly(product: Product, file: File, rows: number) {
  const form = new FormData()
  form.set('send', 'false')
  form.set('file', file)
  const headers = { ...product.headers, prefer: 'respond-async' }
  const answer = await product.call('POST', '/api/admin/import', form, headers)
  if (!answer.ok) throw new Error(await answer.text())
  const { importId } = (await answer.json()) as { importId: string }
  for (;;) {
    const reply = await product.get(`/api/admin/imports/${importId}`)
    const { state, created, error } = (await reply.json()) as Import
    if (state === 'completed' && created === rows) return
    if (state === 'completed' || error) throw new Error(error ?? `${created} rows were imported`)
    await setTimeout(POLL_MS)
  }
}

async function undoLast({ call, get, headers }: Product, rows: number): Promise<void> {
  const { imports } = (await (await get('/api/admin/imports')).json()) as { imports: Undone[] }
  const route = `/api/admin/imports/${imports[0]!.importId}`
  await call('POST', `${route}/undo`, {}, headers)
  for (;;) {
    const { state, undo_removed } = (await (await get(route)).json()) as Undone
    if (state === 'undone' && undo_removed === rows) return
    if (state !== 'undoing') throw new Error(`the undo is ${state} after ${undo_removed} clients`)
    await setTimeout(50)
  }
}

interface Undone {
  importId: string
  state: string
  undo_removed: number
}
