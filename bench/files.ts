import { rm } from 'node:fs/promises'
import { MAX_ATTACHMENT_BYTES } from '@attest/contract/attachments'
import { startChild } from './child.ts'
import { benchClient } from './clients.ts'
import { memoryOf, newFolder, openProduct, type Product, peakMemory } from './product.ts'
import { type Figure, median, medians, milliseconds } from './report.ts'

const RUNS = 9
const AT_ONCE = 10
const PROCESSES = 3
const bytes = Buffer.alloc(MAX_ATTACHMENT_BYTES, 'The will of a client.\n')

/** Measures up- and downloads of 50 MB, in turns with a bare Node stream, and ten uploads at once. */
export async function benchFiles(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await startChild('bare-files.ts', folder)
  const drain = async (answer: Response) => void (await answer.arrayBuffer())
  const product = await openProduct()
  const url = await aClientsFiles(product)
  const { id } = await upload(product, url)
  const [up, bareUp] = await medians(
    RUNS,
    () => upload(product, url),
    async () => drain(await fetch(bare.said, { method: 'POST', body: bytes })),
  )
  const [down, bareDown] = await medians(
    RUNS,
    async () => drain(await product.get(`/api/admin/attachments/${id}/download`)),
    async () => drain(await fetch(bare.said)),
  )
  await bare.kill()
  await rm(folder, { recursive: true })
  await product.close()
  const memory = await memoryAtOnce()
  return [
    figure('upload of 50 MB', up, bareUp),
    figure('download of 50 MB', down, bareDown),
    {
      what: `memory of ${AT_ONCE} such uploads at once`,
      ours: `${memory.toFixed(0)} MB over idle`,
      yardstick: '40 MB',
      ratio: memory / 40,
      promise: 'at most 1',
    },
  ]
}

/** MB above idle: the median of several processes, as garbage collection varies by 80 MB. */
async function memoryAtOnce(): Promise<number> {
  const peaks: number[] = []
  while (peaks.length < PROCESSES) {
    const product = await openProduct()
    const url = await aClientsFiles(product)
    // The first upload also loads code.
    await upload(product, url)
    const idle = memoryOf(product.pid)
    const peak = await peakMemory(product.pid, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => upload(product, url))),
    )
    peaks.push(peak - idle)
    await product.close()
  }
  return median(peaks)
}

const figure = (what: string, ours: number, bare: number): Figure => ({
  what,
  ours: milliseconds(ours),
  yardstick: `${milliseconds(bare)} bare stream`,
  ratio: bare / ours,
  promise: 'at least 0.5',
})

async function aClientsFiles(product: Product): Promise<string> {
  const answer = await product.call('POST', '/api/admin/users', benchClient(1), product.headers)
  const { id } = (await answer.json()) as { id: number }
  return `/api/admin/users/${id}/attachments`
}

async function upload(product: Product, url: string): Promise<{ id: number }> {
  const form = new FormData()
  form.set('file', new File([bytes], 'will.txt'))
  const answer = await product.call('POST', url, form, product.headers)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: number }
}
