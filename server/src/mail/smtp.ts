import { Transform } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { explainFailure } from './failures.ts'
import type { Mail, Outgoing } from './mail.ts'

/** A server that hangs holds up one connection, not for ever. */
const TIMEOUT_MS = 15_000

/** Servers look a mail over before they take it; who gives up sooner sends it twice. */
const ANSWER_MS = 120_000

/** A pool of SMTP connections, kept open between mails. */
export function openSmtp(url: string, config: Config): Mail {
  const host = new URL(url).hostname
  const transport = createTransport({
    ...({ url } as object),
    pool: true,
    maxConnections: config.MAIL_CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ message, data }, done) => {
    const { mayLeave } = data as { mayLeave?: Promise<void> }
    if (mayLeave) message.transform(() => holdUntil(mayLeave))
    done()
  })
  return {
    provider: host,
    async send(mail, mayLeave) {
      try {
        const { response } = await transport.sendMail({
          ...envelope(mail, config),
          mayLeave,
        } as object)
        return response
      } catch (error) {
        throw explainFailure(error, host)
      }
    },
    close: async () => transport.close(),
  }
}

/** Lets nothing through before, and everything after. */
const holdUntil = (open: Promise<void>) =>
  new Transform({
    transform(chunk, _, done) {
      open.then(() => done(null, chunk), done)
    },
  })

/** The mail as nodemailer takes it; the same for SMTP and the outbox. */
export function envelope({ to, messageId, subject, html, text }: Outgoing, config: Config) {
  return {
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    to,
    messageId,
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
