import { startChild } from './child.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openProduct, type Product, peakMemory } from './product.ts'
import type { Figure } from './report.ts'
import { sendAll } from './send.ts'

const FEW = 1_000
const MANY = 100_000

export async function benchMemory(): Promise<Figure[]> {
  const sink = await startChild('smtp-sink.ts')
  const url = `smtp://127.0.0.1:${sink.said}`
  const few = await peakWith(url, FEW)
  const many = await peakWith(url, MANY)
  await sink.kill()
  return [
    {
      what: `memory while ${MANY.toLocaleString('en-US')} mails go out`,
      ours: `${Math.round(many)} MB`,
      yardstick: `${Math.round(few)} MB while ${FEW.toLocaleString('en-US')} do`,
      ratio: many / few,
      promise: 'about 1',
    },
  ]
}

async function peakWith(url: string, messages: number): Promise<number> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, messages)
  await bare.close()
  const product: Product = await openProduct({ DATA_DIR: folder, SMTP_URL: url })
  const peak = await peakMemory(product.pid, () => sendAll(product, messages))
  await product.close()
  return peak
}
