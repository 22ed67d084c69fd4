import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { outboxFolder } from './outbox.ts'

const MOST = 0.5

/** SpamAssassin's score by its local rules: lists on the network know nothing of this machine. */
async function scoreOf(mail: string) {
  const running = promisify(execFile)('spamassassin', ['--local', '--test-mode'])
  running.child.stdin!.end(mail)
  const { stdout } = await running
  const [, score] = /^X-Spam-Status: \w+, score=(-?[\d.]+)/m.exec(stdout) ?? []
  return { score: Number(score), report: stdout.slice(stdout.indexOf('Content analysis')) }
}

test('a letter passes the rules of spam filters', async () => {
  const app = await startTestApp({
    FIRM_NAME: 'Harrow & Finch',
    FIRM_PHONE: '(617) 555-0140',
    PUBLIC_URL: 'https://records.harrowfinch.com',
    MAIL_FROM: 'Harrow & Finch <records@harrowfinch.com>',
  })
  await aClient(app.deps, { email: 'ann.lee@gmail.com' })
  await aClient(app.deps, { email: 'ana.paz@gmail.com', language: 'es' })
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const folder = outboxFolder(app.config)
  const files = await readdir(folder)
  expect(files).toHaveLength(2)
  for (const file of files) {
    const { score, report } = await scoreOf(await readFile(path.join(folder, file), 'utf8'))
    expect(score, report).toBeLessThanOrEqual(MOST)
  }
}, 60_000)
