// Fails if a folder of the server or the web imports one of its own or a higher layer.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** From the bottom up. Files directly in the two folders belong to no layer. */
const LAYERS = {
  'server/src': [
    ['db'],
    ['files', 'records'],
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
  ],
  'web/src': [
    ['lib'],
    ['ui'],
    ['attachments', 'auth', 'backup', 'exports', 'outbox', 'security-log', 'verification'],
    ['account', 'history', 'templates'],
    ['administrators', 'rounds', 'settings'],
    ['mailings'],
    ['imports'],
    ['clients'],
    ['dashboard'],
  ],
}

const faults = []

function check(root, layers) {
  const layerOf = (folder) => layers.findIndex((layer) => layer.includes(folder))
  const folderOf = (file) => path.relative(root, file).split(path.sep).slice(0, -1)[0]
  const sources = readdirSync(root, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(root, name))
  for (const file of sources) {
    const folder = folderOf(file)
    if (!folder) continue
    if (layerOf(folder) === -1)
      faults.push(`${root}/${folder} is in no layer: add it to scripts/check-layers.mjs`)
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\()\s*'(\.[^']+)'/g,
    )) {
      const imported = folderOf(path.join(path.dirname(file), specifier))
      if (imported && imported !== folder && layerOf(imported) >= layerOf(folder))
        faults.push(`${file} imports ${imported}, which is not below ${folder}`)
    }
  }
}

for (const [root, layers] of Object.entries(LAYERS)) check(root, layers)
for (const fault of new Set(faults)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
