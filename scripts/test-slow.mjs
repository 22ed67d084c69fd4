// `npm run test:slow` runs every part, even after a failed one.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** The folder for CI's JSON results. */
const { REPORTS } = process.env

/** Folders whose tests depend on the PostgreSQL program: all run on Debian's, and the heavy ones only there. */
const DATABASE = ['db', 'delivery', 'imports', 'backup'].map((name) => `server/src/${name}/`)

const parts = {
  heavy: [
    `vitest run --tags-filter=heavy ${DATABASE.map((name) => `--exclude '${name}**'`).join(' ')}`,
  ],
  slow: ['vitest run --config vitest.slow.config.ts'],
  'slow-browser': [
    `playwright test --config e2e/playwright.config.ts ${['details', 'phone', 'slow'].map((name) => `--project=${name}`).join(' ')}`,
  ],
  debian: [`vitest run ${DATABASE.join(' ')}`, { TEST_DATABASE_URL: 'debian' }],
}

for (const [name, [command, env]] of Object.entries(parts)) {
  const report = REPORTS && path.join(REPORTS, `${name}.json`)
  const reports = report && { VITEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  console.log(`\n> ${command}`)
  const { status } = spawnSync(command, {
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...reports, ...env },
  })
  if (status !== 0) process.exitCode = 1
}
