import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { scratch } from '../../testing/scratch.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const RELEASE = path.join(ROOT, 'release')
const USE = path.join(ROOT, 'testing/use-release.ts')

/** The name of the archive without its ending. */
let name = ''
let program = ''

beforeAll(() => {
  // Packs fast: a release's best compression takes a third of this file's time.
  const env = { ...process.env, GZIP: '-1' }
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: ROOT, env, stdio: 'pipe' })
  name = path.basename(readdirSync(RELEASE).find((file) => file.endsWith('.tar.gz'))!, '.tar.gz')
  const folder = mkdtempSync(path.join(scratch(), 'attest-release-'))
  // The service runs as another user.
  chmodSync(folder, 0o755)
  execFileSync('tar', ['-xzf', `${RELEASE}/${name}.tar.gz`, '-C', folder])
  program = path.join(folder, name)
  return () => rmSync(folder, { recursive: true })
}, 120_000)

/** Runs a command in a network namespace that has only loopback. */
const NO_NETWORK = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']),
  ...['--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
]

test('the archive works without npm, packages and network', { timeout: 120_000 }, ({ skip }) => {
  const isAllowed = spawnSync('unshare', [...NO_NETWORK, 'true']).status === 0
  skip(!isAllowed, 'This machine allows no network namespace: unshare --net')
  const state = () =>
    execFileSync('find', [program, '-printf', '%p %m %s %T@\n'], { encoding: 'utf8' })
  const before = state()
  const use = [process.execPath, USE, program, path.join(program, '../home')]
  const seen = JSON.parse(execFileSync('unshare', [...NO_NETWORK, ...use], { encoding: 'utf8' }))
  expect(seen.interfaces).toEqual(['lo'])
  expect(seen.imported).toMatchObject({ created: 7 })
  expect(seen.assets).toBeGreaterThan(10)
  expect(seen.page).toContain('Zoë')
  for (const name of ['小明', '민수', 'ใจดี', 'अमर']) expect(seen.report.join()).toContain(name)
  expect(seen.report.join()).not.toContain('not printable')
  expect(seen.admin).toContain('clerk@example.com')
  expect(seen.usage).toContain('Usage: attest-admin <command> [EMAIL]')
  expect(seen.backup).toContain('rows')
  expect(seen.stopped).toBe(0)
  expect(seen.restored).toContain('The backup is restored')
  // Nobody else may read the data, and the program's folder is unchanged.
  expect(seen.open).toBe('')
  expect(state()).toBe(before)
})

test('the archive has every file of the build and every package of a package', () => {
  for (const part of ['server/dist', 'server/migrations', 'web/dist']) {
    const files = (where: string) => readdirSync(path.join(where, part), { recursive: true }).sort()
    expect(files(program)).toEqual(files(ROOT))
  }
  const packages = globSync('node_modules/**/package.json', { cwd: program })
  const missing = packages.flatMap((file) => {
    const from = path.join(program, file)
    const { dependencies = {} } = JSON.parse(readFileSync(from, 'utf8'))
    return Object.keys(dependencies).filter((needed) => !findPackageJSON(needed, from))
  })
  expect(packages.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test('the archive has the SHA-256 of its file', () => {
  const { status } = spawnSync('sha256sum', ['-c', `${name}.tar.gz.sha256`], { cwd: RELEASE })
  expect(status).toBe(0)
})

test('the SBOM names what runs, and nothing of development', () => {
  const sbom = JSON.parse(readFileSync(`${RELEASE}/${name}.cdx.json`, 'utf8'))
  const parts: { name: string; purl?: string }[] = sbom.components
  const names = parts.map(({ name }) => name)
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'attest' } },
  })
  expect(names).toEqual(expect.arrayContaining(['fastify', 'jose', 'nodemailer', 'react', 'zod']))
  expect(names).toEqual(expect.arrayContaining(['node.js', 'postgresql', 'pdfkit']))
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages
  const production = Object.keys(lock)
    .filter((place) => place.includes('node_modules/') && !lock[place].dev)
    .map((place) => `pkg:npm/${place.split('node_modules/').at(-1)}@${lock[place].version}`)
  const others = parts
    .map(({ purl = '' }) => decodeURIComponent(purl))
    .filter((purl) => purl && !purl.includes('@attest/') && !production.includes(purl))
  expect(others).toEqual([])
})

test('systemd rates the unit at most 3.0', () => {
  const unit = path.join(ROOT, 'deploy/attest.service')
  const rate = ['security', '--offline=true', '--threshold=30', '--no-pager', unit]
  expect(spawnSync('systemd-analyze', rate).status).toBe(0)
})
