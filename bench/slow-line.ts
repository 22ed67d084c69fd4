import { openLighthouse } from '../e2e/lighthouse.ts'
import { readConfig } from '../server/src/config.ts'
import { aClient, aLink } from '../testing/make.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import { type Figure, median } from './report.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

/** Promised audits of a run: id, name, unit and highest value. */
const AUDITS = [
  ['largest-contentful-paint', 'largest contentful paint', 'ms', 1300],
  ['total-blocking-time', 'blocking time', 'ms', 0],
  ['cumulative-layout-shift', 'layout shift', '', 0],
  ['total-byte-weight', 'whole page', 'bytes', 120 * 1024],
] as const

/** Measures the client's page on Lighthouse's slow 4G, with a processor slowed four times: the median of five. */
export async function benchSlowLine(): Promise<Figure[]> {
  const folder = await newFolder()
  const { db, close } = await openBareDatabase(folder)
  const deps = { db, config: readConfig({ DATA_DIR: folder }), now: () => new Date() }
  const token = await aLink(deps, await aClient(deps))
  await close()
  const product = await openProduct({ DATA_DIR: folder, FIRM_PHONE: '(617) 555-0140' })
  const lighthouse = await openLighthouse()
  const runs: Awaited<ReturnType<typeof lighthouse.run>>[] = []
  for (let n = 0; n < RUNS; n++)
    runs.push(await lighthouse.run(`${product.url}/verify/${token}`, 'mobile', [...CATEGORIES]))
  await lighthouse.close()
  await product.close()
  const audits = AUDITS.map(([audit, name, unit, most]) => {
    const value = median(runs.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
    return figure(
      name,
      `${+value.toFixed(3)} ${unit}`,
      `${most} ${unit}`,
      value / (most || 1),
      'at most 1',
    )
  })
  const scores = CATEGORIES.map((category) => {
    const score = median(runs.map(({ categories }) => categories[category]?.score ?? 0))
    return figure(category, String(Math.round(score * 100)), '100', score, 'at least 1')
  })
  return [...audits, ...scores]
}

const figure = (name: string, ours: string, yardstick: string, ratio: number, promise: string) => ({
  what: `client's page on a slow line, ${name}`,
  ours: ours.trim(),
  yardstick: yardstick.trim(),
  ratio,
  promise,
})
