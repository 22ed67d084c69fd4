import { newDocument } from '../server/src/exports/pdf-document.ts'
import { pdfLines } from '../testing/pdf-lines.ts'
import { insertBatches } from './fill.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import { type Figure, seconds, time } from './report.ts'

const LETTERS = 1000
const RUNS = 8

/** Measures a print over HTTP with new codes and links, against pdfkit with the same text and no QR codes. */
export async function benchLetters(): Promise<Figure[]> {
  const folder = await newFolder()
  const bare = await openBareDatabase(folder)
  await insertBatches(bare.db, LETTERS)
  await bare.close()
  const product = await openProduct({ DATA_DIR: folder, FIRM_PHONE: '(617) 555-0140' })
  const ids = Array.from({ length: LETTERS }, (_, n) => n + 1)
  const body = { selection: { ids } }
  const made = await product.call('POST', '/api/admin/letters', body, product.headers)
  const { batchId, letters } = (await made.json()) as { batchId: number; letters: number }
  const print = async () =>
    Buffer.from(await (await product.get(`/api/admin/letters/${batchId}/pdf`)).arrayBuffer())
  const lines = pdfLines(await print())
  const pages = [...Map.groupBy(lines, ({ page }) => page).values()]
  if (letters !== LETTERS || pages.length !== 2 * LETTERS) throw new Error('Not all were printed.')
  const yardstick = async () => {
    const document = await newDocument({ Title: 'Letters' })
    const parts: Buffer[] = []
    document.on('data', (part) => parts.push(part))
    document.font('regular')
    for (const [n, page] of pages.entries()) {
      if (n > 0) document.addPage()
      for (const { size, text } of page) document.fontSize(size).text(text)
    }
    const ended = new Promise((resolve) => document.once('end', resolve))
    document.end()
    await ended
    return Buffer.concat(parts)
  }
  const times: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run++) {
    times[0].push(await time(print))
    times[1].push(await time(yardstick))
  }
  // The best of each, as a busy machine can only slow them down.
  const [ours, theirs] = times.map((each) => Math.min(...each)) as [number, number]
  await product.close()
  return [
    {
      what: `${LETTERS.toLocaleString('en-US')} letters on paper`,
      ours: seconds(ours),
      yardstick: `${seconds(theirs)} bare pdfkit with the same text`,
      ratio: ours / theirs,
      promise: 'at most 1.5',
    },
  ]
}
