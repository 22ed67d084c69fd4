import { openSmtpSink, type SmtpSink } from '../server/src/testing/smtp-sink.ts'
import { test as base } from './house.ts'

/** The product with a mail server that does not know addresses ending in 3 when it first hears of them. */
export const test = base.extend<{ mailServer: SmtpSink; mailRate: string }>({
  mailRate: ['1000', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  mailServer: async ({}, use) => {
    const mailServer = await openSmtpSink({
      refuse: (to, time) => (/3@/.test(to) && time === 1 ? '550 5.1.1 User unknown' : undefined),
    })
    await use(mailServer)
    await mailServer.close()
  },
  settings: ({ mailServer, mailRate }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_RATE: mailRate }),
})
