import { spawnSync } from 'node:child_process'

/** How to start a program of PostgreSQL's: the words that go before its own. */
export interface RunAs {
  before: string[]
  /** Who must own the folder of the database; undefined: whoever starts the product. */
  owner?: number
}

/** On Debian the user nobody, which every system has. */
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
  // Otherwise initdb does not see postgres beside it: access() would drop the capabilities.
  '--securebits=+no_setuid_fixup',
]

/** The first one is better: no file changes its owner. */
export const WAYS_AS_ROOT: RunAs[] = [
  { before: USER_NAMESPACE, owner: 0 },
  { before: OTHER_USER, owner: NOBODY },
]

const ENDS_WITH_PARENT = ['setpriv', '--pdeathsig=INT']

/**
 * PostgreSQL refuses to run as root. Then it runs in a user namespace, where root has another number, or as
 * another user who may read and write root's files. A container usually allows only the second.
 * @throws Error with one line if neither works
 */
export function runAs(isRoot = process.getuid?.() === 0): RunAs {
  if (!isRoot) return { before: [] }
  for (const way of WAYS_AS_ROOT) if (isPossible(way)) return way
  throw new Error(
    'PostgreSQL does not run as root, and neither unshare nor setpriv can change that here. Start Attest as another user, or set DATABASE_URL.',
  )
}

/** Whether the machine allows it: a container may not. */
export const isPossible = ({ before }: RunAs): boolean => works(before)

/** Ends the server with the product, also after a kill -9. Without setpriv the next start takes it over. */
export const endsWithParent = (): string[] => (works(ENDS_WITH_PARENT) ? ENDS_WITH_PARENT : [])

const works = ([program = '', ...args]: string[]) =>
  spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
