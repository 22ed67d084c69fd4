// Fails if a folder of server/src imports one of its own or a higher layer.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** From the bottom up. Files directly in server/src belong to no layer. */
const LAYERS = [
  ['db'],
  ['answers', 'files', 'links'],
  ['http'],
  ['delivery'],
  ['identity'],
  ['exports', 'gotrue', 'templates'],
  ['history'],
  ['rounds'],
  ['selection'],
  ['attachments', 'mailings'],
  ['backup', 'clients'],
  ['imports', 'verification'],
  ['dashboard'],
]

const layerOf = (folder) => LAYERS.findIndex((layer) => layer.includes(folder))
const folderOf = (file) => file.split(path.sep).slice(2, -1)[0]
const sources = readdirSync('server/src', { recursive: true })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  .map((name) => path.join('server/src', name))
const faults = []

for (const file of sources) {
  const folder = folderOf(file)
  if (!folder) continue
  if (layerOf(folder) === -1)
    faults.push(`${folder} is in no layer: add it to scripts/check-layers.mjs`)
  for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\()\s*'(\.[^']+)'/g,
  )) {
    const imported = folderOf(path.join(path.dirname(file), specifier))
    if (imported && imported !== folder && layerOf(imported) >= layerOf(folder))
      faults.push(`${file} imports ${imported}, which is not below ${folder}`)
  }
}

for (const fault of new Set(faults)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
