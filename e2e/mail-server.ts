import type { SmtpSink } from '../testing/smtp-sink.ts'
import { test as base } from './app.ts'

/** The product with a mail server that rejects each address ending in 3 once. */
export const test = base.extend<{ mailServer: SmtpSink; mailRate: string }>({
  mailRate: ['1000', { option: true }],
  mailServer: ({ sink }, use) => use(sink),
  settings: ({ mailServer, mailRate }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_RATE: mailRate }),
  // Forgets the last test's emails once they have all arrived.
  app: async ({ app, sink }, use) => {
    sink.forget()
    await use(app)
  },
})
