import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { freePort, said } from '../testing/start-process.ts'
import { newFolder } from './product.ts'
import { type Figure, medians, milliseconds } from './report.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const RUNS = 5
/** Starts like `npm start`, but without npm. */
const CHECKOUT = [
  ...[process.execPath, '--min-semi-space-size=8', '--max-semi-space-size=16'],
  path.join(ROOT, 'server/start.mjs'),
]

/** Measures the archive's size and a start from it. */
export async function benchRelease(): Promise<Figure[]> {
  execFileSync('npm', ['run', '--silent', 'release'], { cwd: ROOT })
  const archive = readdirSync(`${ROOT}/release`).find((file) => file.endsWith('.tar.gz'))!
  const folder = await newFolder()
  execFileSync('tar', ['-xzf', `${ROOT}/release/${archive}`, '-C', folder])
  const program = path.join(folder, path.basename(archive, '.tar.gz'))
  const [unpacked, checkout] = await medians(
    RUNS,
    () => start([path.join(program, 'bin/attest')], path.join(folder, 'archive')),
    () => start(CHECKOUT, path.join(folder, 'checkout')),
  )
  const size = statSync(`${ROOT}/release/${archive}`).size
  const alike = packedPackages(path.join(folder, 'alike.tar.gz'))
  await rm(folder, { recursive: true })
  return [
    {
      what: 'size of the archive',
      ours: megabytes(size),
      yardstick: `${megabytes(alike)} Node, PostgreSQL and production packages packed alike`,
      ratio: size / alike,
      promise: 'at most 1.5',
    },
    {
      what: 'start from the archive',
      ours: milliseconds(unpacked),
      yardstick: `${milliseconds(checkout)} from the checkout`,
      ratio: unpacked / checkout,
      promise: 'at most 1.1',
    },
  ]
}

async function start([program = '', ...args]: string[], home: string): Promise<void> {
  const { PATH } = process.env
  const PORT = String(await freePort())
  const env = { PATH, PORT, ATTEST_HOME: home, DATA_DIR: path.join(home, 'data') }
  const child = spawn(program, args, { env, cwd: path.dirname(home) })
  await said(child, 'Attest is ready')
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Only folders of outer packages, as they contain the inner ones. */
const OUTER = /^node_modules\/(?!.*node_modules)/

function packedPackages(file: string): number {
  const { packages } = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8'))
  const production = Object.keys(packages).filter((place) => {
    const { dev, link } = packages[place]
    return OUTER.test(place) && !dev && !link && existsSync(path.join(ROOT, place))
  })
  execFileSync('tar', ['-czf', file, '-C', ROOT, 'node_modules/node/bin/node', ...production])
  return statSync(file).size
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`
