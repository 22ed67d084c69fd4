// Prints every failed test, those that passed only on a second try, and the totals. Usage: node scripts/ci-summary.mjs REPORT.json...
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** If more browser tests needed a second try, the run fails, as that is no chance. */
const MOST_RETRIED = 3
/** How many lines of an error are shown. */
const LINES = 12

/** Reads a report of Vitest. A file that could not be loaded has no tests. */
const ofVitest = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name)
    if (assertionResults.length === 0) return [{ name: file, status, why: message }]
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      status,
      why: failureMessages?.[0],
    }))
  })

/** Reads a report of Playwright. */
const ofPlaywright = (suite, names = []) => [
  ...(suite.suites ?? []).flatMap((inner) => ofPlaywright(inner, [...names, inner.title])),
  ...(suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: [projectName, ...names, title].join(' › '),
      status: { expected: 'passed', skipped: 'skipped', flaky: 'retried' }[status] ?? 'failed',
      why: results.flatMap(({ errors }) => errors.map(tellError)).join('\n'),
    })),
  ),
]

/** Shows each error, as a timeout's second one says what the test waited for. */
const tellError = ({ message = '', location }) => {
  const place = location ? `  at ${path.relative('.', location.file)}:${location.line}` : ''
  return [...message.split('\n').slice(0, LINES), place].join('\n')
}

let [passed, failed] = [0, 0]
const retried = []
for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    failed++
    console.log(`\nFAILED (${path.basename(file, '.json')}): the run left no report`)
    continue
  }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  for (const { name, status, why = '' } of report.testResults
    ? ofVitest(report)
    : ofPlaywright(report)) {
    if (status === 'passed' || status === 'retried') passed++
    if (status === 'retried') retried.push(name)
    if (status !== 'failed' && status !== 'retried') continue
    if (status === 'failed') failed++
    const words = stripVTControlCharacters(why)
      .split('\n')
      .filter(Boolean)
      .slice(0, 3 * LINES)
    const word = status === 'failed' ? 'FAILED' : 'FAILED ONCE'
    console.log(`\n${word} (${path.basename(file, '.json')}): ${name}\n    ${words.join('\n    ')}`)
  }
}
if (retried.length > 0)
  console.log(`\nPassed only on a second try:\n${retried.map((name) => `  ${name}`).join('\n')}\n`)
console.log(`${passed} passed, ${failed} failed, ${retried.length} on a second try`)
process.exitCode = failed > 0 || retried.length > MOST_RETRIED ? 1 : 0
