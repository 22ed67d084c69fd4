// Fails if a folder of the server or the web imports one of its own or a higher layer, or two files write a table.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The layers from the bottom up. Files directly in the two folders belong to none. */
const LAYERS = {
  'server/src': [
    ['db'],
    ['files', 'records'],
    ['evidence', 'http'],
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
    [
      'attachments',
      'auth',
      'backup',
      'delivery',
      'exports',
      'letters',
      'outbox',
      'security-log',
      'verification',
    ],
    ['account', 'history', 'templates'],
    ['settings'],
    ['administrators', 'rounds'],
    ['mailings'],
    ['imports', 'timeline'],
    ['clients'],
    ['dashboard', 'reviews'],
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

/** These files may write tables of others, as a bulk statement that joins tables stays with its feature. */
const BULK_WRITERS = {
  'backup/queries.ts': 'makes a backup a copy of its own, in all tables',
  'delivery/mailbox/bounced-messages.ts':
    'fails messages that came back, and has their mailings counted again',
  'delivery/ledger.ts': 'settles messages, and has their mailings counted again',
  'identity/prune.ts': 'deletes expired rows',
  'mailings/recipients.ts': 'moves the status between clients and their messages',
}

const WRITE =
  /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|delete from|update) (?!set\b|skip\b|of\b)([a-z_]+)\b/g

function checkWriters() {
  const writes = readdirSync('server/src', { recursive: true })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !(name in BULK_WRITERS))
    .flatMap((name) => {
      const source = readFileSync(path.join('server/src', name), 'utf8')
      const tables = [...source.matchAll(WRITE)].map(([, table, raw]) => table ?? raw)
      return [...new Set(tables)].map((table) => ({ name, table }))
    })
  for (const [table, by] of Map.groupBy(writes, (write) => write.table))
    if (by.length > 1)
      faults.push(`${by.map(({ name }) => name).join(' and ')} write ${table}: give it one writer`)
}

for (const [root, layers] of Object.entries(LAYERS)) check(root, layers)
checkWriters()
for (const fault of new Set(faults)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
