import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { readConfig } from '../server/src/config.ts'
import { aClient, aLink } from '../testing/make.ts'
import { startChild } from './child.ts'
import { newFolder, openBareDatabase, openProduct } from './product.ts'
import type { Figure } from './report.ts'
import { throughput } from './throughput.ts'

const DIST = path.resolve(import.meta.dirname, '../web/dist')
const LIMIT_KB = 100

/** JavaScript of a page in KB, gzipped. */
function scriptsOf(page: string): number {
  const html = readFileSync(path.join(DIST, page), 'utf8')
  const entries = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, file]) => file!,
  )
  const seen = new Set<string>()
  let bytes = 0
  const load = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(path.join(DIST, file))
    bytes += gzipSync(source).length
    const imports = source
      .toString()
      .matchAll(/(?:^|[;}\s])import(?:[^"'()]*?from)?\s*["'](\.\/[^"']+)["']/g)
    for (const [, name] of imports) load(`/assets/${path.basename(name!)}`)
  }
  for (const entry of entries) load(entry)
  return bytes / 1024
}

export async function benchVerify(): Promise<Figure[]> {
  const size = scriptsOf('verify.html')
  return [
    await drawing(),
    {
      what: "client's page, JavaScript gzipped",
      ours: `${size.toFixed(1)} KB`,
      yardstick: `${LIMIT_KB} KB`,
      ratio: size / LIMIT_KB,
      promise: 'at most 1',
    },
  ]
}

/** The page with its details against a bare route that reads them. */
async function drawing(): Promise<Figure> {
  const { folder, token } = await folderWithLink()
  const product = await openProduct({ TRUST_PROXY: 'on', DATA_DIR: folder })
  try {
    let callers = 0
    // Each address may open 120 pages a minute.
    const stranger = () => ({
      'x-forwarded-for': `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
    })
    const ours = await throughput(`${product.url}/verify/${token}`, stranger)
    await product.stop()
    const route = await startChild('bare-verify.ts', product.folder)
    const bare = await throughput(`${route.said}/${token}`, () => ({}))
    await route.kill()
    return {
      what: "client's page, drawn",
      ours: `${ours.toFixed(0)} pages/s`,
      yardstick: `${bare.toFixed(0)} calls/s on a bare route`,
      ratio: ours / bare,
      promise: 'at least 0.4',
    }
  } finally {
    await product.close()
  }
}

async function folderWithLink() {
  const folder = await newFolder()
  const { db, close } = await openBareDatabase(folder)
  const config = readConfig({ DATA_DIR: folder })
  const deps = { db, config, now: () => new Date() }
  const token = await aLink(deps, await aClient(deps))
  await close()
  return { folder, token }
}
