// Prepares `npm start` and `npm test`. Plain JavaScript, as any version of Node may run it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// “production” would make npm omit the packages of the build, “test” would make a development build.
delete process.env.NODE_ENV

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const inRoot = (file) => path.join(root, file)
const sha256 = (parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

/** Runs `work` unless the stamp has exactly these inputs. */
function once(stamp, inputs, work) {
  const state = sha256(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  work()
  writeFileSync(stamp, state)
}

function run(what, command, args) {
  console.log(what)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`${what} failed.`)
    process.exit(1)
  }
}

once(inRoot('node_modules/.attest-installed'), [readFileSync(inRoot('package-lock.json'))], () =>
  run('Installing packages…', 'npm', ['ci', '--loglevel=error']),
)

once(inRoot('node_modules/.attest-database'), [readFileSync(inRoot('package-lock.json'))], () =>
  run('Preparing the database…', 'npx', ['node', 'server/src/db/prepare-database.ts']),
)

const sources = ['web', 'contract/src', 'server']
  .flatMap((folder) => readdirSync(inRoot(folder), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  .filter((file) => !/\.test\.ts$|[/\\](dist|node_modules)[/\\]/.test(path.relative(root, file)))
  .sort()
  .flatMap((file) => [file, readFileSync(file)])
once(
  inRoot('web/dist/.attest-built'),
  [...sources, readFileSync(inRoot('package-lock.json'))],
  () => run('Building the product…', 'npm', ['run', '--silent', 'build']),
)
