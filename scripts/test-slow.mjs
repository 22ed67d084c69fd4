// `npm run test:slow` runs every part, even after a failed one.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** The folder for CI's JSON results. */
const { REPORTS } = process.env

/** Folders whose tests depend on the PostgreSQL program. The others run on the embedded one only. */
const DATABASE = ['db', 'delivery', 'imports', 'backup']

/** Left out: files without their own statements, or that start the embedded program themselves. */
const ELSEWHERE = [
  'db/launch.test.ts',
  'delivery/failures.test.ts',
  'delivery/mail-token.test.ts',
  'delivery/mailbox/read-mail.test.ts',
  'delivery/pace.test.ts',
  'delivery/sender-domain.test.ts',
  'delivery/smtp.test.ts',
  'imports/bad-input.test.ts',
  'imports/check-client.test.ts',
  'imports/find-template.test.ts',
  'imports/hostile-files.test.ts',
  'imports/sheet/**',
]

const parts = {
  heavy: ['vitest run --tags-filter=heavy'],
  slow: ['vitest run --config vitest.slow.config.ts'],
  'slow-browser': [
    `playwright test --config e2e/playwright.config.ts ${['details', 'phone', 'slow'].map((name) => `--project=${name}`).join(' ')}`,
  ],
  debian: [
    `vitest run ${ELSEWHERE.map((name) => `--exclude 'server/src/${name}'`).join(' ')} ${DATABASE.map((name) => `server/src/${name}/`).join(' ')}`,
    { TEST_DATABASE_URL: 'debian' },
  ],
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
