import { memoryOf, type Product, peakMemory } from './product.ts'
import { type Figure, median, time } from './report.ts'

const RUNS = 3

/** Measures the median time of a download, and the memory during all of them. */
export async function measureDownload(product: Product, route: string) {
  const idle = memoryOf(product.pid)
  const times: number[] = []
  const peak = await peakMemory(product.pid, async () => {
    for (let run = 0; run < RUNS; run++) times.push(await time(() => download(product, route)))
  })
  return { ms: median(times), megabytes: peak - idle }
}

/** Discards the file, as keeping it would slow this process, and with it the product. */
export async function download(product: Product, route: string): Promise<void> {
  // A new connection each time, as the server may close an idle one just as the next download begins.
  const headers = { ...product.headers, connection: 'close' }
  const reply = await product.call('GET', route, undefined, headers)
  if (!reply.ok) throw new Error(await reply.text())
  for await (const _ of reply.body!);
}

export const memoryFigure = (megabytes: number, most: number): Figure => ({
  what: 'memory of that',
  ours: `${megabytes.toFixed(0)} MB over idle`,
  yardstick: `${most} MB`,
  ratio: megabytes / most,
  promise: 'at most 1',
})
