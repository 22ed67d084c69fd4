import { test as base } from '@playwright/test'
import { startProvider } from '../testing/oidc-provider.ts'
import { openSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts'
import { freePort } from '../testing/start-process.ts'
import { Servers } from './servers.ts'

interface Worker {
  servers: Servers
  /** Rejects each address that ends in 3 once. */
  sink: SmtpSink & { forget(): void }
  /** An OpenID provider, and the port of the product that it sends people back to. */
  oidc: { provider: Awaited<ReturnType<typeof startProvider>>; port: number }
}

/**
 * All worker fixtures, each opened on first use. Playwright would give tests with other worker fixtures their own
 * worker, browser and server.
 */
export const test = base.extend<object, Worker>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const servers = new Servers(JSON.parse(process.env.E2E_TEMPLATE!))
      await use(servers)
      await servers.removeAll()
    },
    { scope: 'worker' },
  ],
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const known = new Set<string>()
      const refuse = (to: string) => {
        if (!/3@/.test(to) || known.has(to)) return undefined
        known.add(to)
        return '550 5.1.1 User unknown'
      }
      const sink = await openSmtpSink({ refuse })
      const forget = () => {
        sink.received.length = 0
        known.clear()
      }
      await use(Object.assign(sink, { forget }))
      await sink.close()
    },
    { scope: 'worker' },
  ],
  oidc: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const port = await freePort()
      const provider = await startProvider(`http://localhost:${port}/auth/v1/callback`)
      await use({ provider, port })
      await provider.stop()
    },
    { scope: 'worker' },
  ],
})
