import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from './report.ts'

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
    {
      what: "client's page, JavaScript gzipped",
      ours: `${size.toFixed(1)} KB`,
      yardstick: `${LIMIT_KB} KB`,
      ratio: size / LIMIT_KB,
      promise: 'at most 1',
    },
  ]
}
