import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { importQuietly, signIn, test } from './house.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('Lighthouse finds nothing to mend in accessibility and best practices', async ({ house }, {
  project,
}) => {
  test.setTimeout(240_000)
  await importQuietly(house, 'clients-500.csv')
  const port = await freePort()
  const profile = await mkdtemp(path.join(tmpdir(), 'attest-lighthouse-'))
  const { executablePath, args = [] } = project.use.launchOptions ?? {}
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  const screens = ['/login', '/dashboard', '/user-management', '/user-management/1']
  const found: object[] = []
  for (const screen of screens) {
    if (screen === '/dashboard') await signIn(await browser.newPage(), house)
    for (const device of ['mobile', 'desktop']) {
      const result = await lighthouse(
        house.url + screen,
        {
          port,
          output: 'json',
          logLevel: 'error',
          maxWaitForLoad: 6000,
          disableStorageReset: true,
          onlyCategories: ['accessibility', 'best-practices'],
        },
        device === 'desktop' ? desktopConfig : undefined,
      )
      const { categories, audits } = result!.lhr
      const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1)
      found.push({
        screen,
        device,
        accessibility: categories.accessibility?.score,
        bestPractices: categories['best-practices']?.score,
        failed: failed.map(({ id }) => id),
      })
    }
  }
  await browser.close()
  await rm(profile, { recursive: true, force: true })
  for (const each of found) expect(each).toMatchObject({ accessibility: 1, bestPractices: 1 })
})
