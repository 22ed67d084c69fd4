import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  to: string
  mail: Email
}

/** How the server refuses a recipient, e.g. `550 5.1.1 No such user`; undefined: it takes the mail. */
type Refuse = (to: string) => string | undefined

export interface SmtpSink {
  url: string
  received: Received[]
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it gets. `port` 0 takes a free one. */
export async function openSmtpSink({
  refuse = () => undefined,
  port = 0,
}: {
  refuse?: Refuse
  port?: number
} = {}): Promise<SmtpSink> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // A pool keeps its connections open; nobody waits for it to give them up.
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      const refusal = refuse(address)
      if (refusal === undefined) return done()
      done(
        Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }),
      )
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        received.push({ to: envelope.rcptTo[0]!.address, mail })
        done()
      })
    },
  })
  // A client that dies in the middle of a mail is part of some tests.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The path of the link in a mail, like /verify/…token. */
export const linkIn = ({ mail }: Received): string => /\/verify\/[\w-]+/.exec(mail.text ?? '')![0]
