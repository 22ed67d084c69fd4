import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import {
  SMTPServer,
  type SMTPServerAuthenticationResponse,
  type SMTPServerOptions,
} from 'smtp-server'

export interface Received {
  to: string
  mail: Email
  at: number
}

/** The reply to a recipient, by the number of the try and its session; undefined accepts. */
type Treat = (to: string, time: number, session: string) => string | undefined

interface SinkOptions {
  /** Rejects with a reply like `550 5.1.1 No such user`. `drop` and `drop after data` break the connection. */
  refuse?: Treat
  /** The text after the code that accepts a mail. */
  accept?: () => string
  /** Rejects connections or senders with these words. */
  refuseGreeting?: () => string | undefined | Promise<string | undefined>
  refuseSender?: () => string | undefined
  /** Rejects every sign-in with these words. */
  refuseSignIn?: string
  /** Accepts mail only from this account. */
  account?: { user: string; password: string }
  /** Accepts mail only with a valid token, like Exchange Online. */
  takesToken?: (token: string | undefined) => boolean
  /** The delay of an acknowledgment in ms, or a promise to wait for. */
  slow?: number | (() => Promise<void>)
  port?: number
}

export interface SmtpSink {
  url: string
  received: Received[]
  /** The name of the last machine that connected. */
  readonly greeted: string
  /** The number of mails that were begun, whether or not they arrived. */
  readonly begun: number
  readonly bytes: number
  readonly mostConnections: number
  readonly connections: number
  breakConnections(): void
  close(): Promise<void>
}

/** A real SMTP server on loopback that keeps its mail and fails on demand. `port` 0 takes a free one. */
export async function openSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const received: Received[] = []
  const seen = { begun: 0, bytes: 0, connections: 0, greeted: '' }
  const server = sinkServer(options, received, seen)
  // Ignored, as some tests kill the client during a mail.
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: taken } = server.server.address() as AddressInfo
  const account = options.takesToken ? 'office@' : options.refuseSignIn ? 'user:wrong@' : ''
  return {
    url: `smtp://${account}127.0.0.1:${taken}`,
    received,
    get greeted() {
      return seen.greeted
    },
    get begun() {
      return seen.begun
    },
    get bytes() {
      return seen.bytes
    },
    get mostConnections() {
      return seen.connections
    },
    get connections() {
      return server.connections.size
    },
    breakConnections: () => breakConnections(server),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function sinkServer(
  {
    refuse = () => undefined,
    refuseGreeting,
    refuseSender,
    refuseSignIn,
    account,
    takesToken,
    slow,
    accept,
  }: SinkOptions,
  received: Received[],
  seen: { begun: number; bytes: number; connections: number; greeted: string },
): SMTPServer {
  const times = new Map<string, number>()
  const treatments = new Map<string, string | undefined>()
  const server: SMTPServer = new SMTPServer({
    authOptional: !account && !takesToken,
    authMethods: takesToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN'],
    disabledCommands: refuseSignIn || account || takesToken ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    // Short, as a pool keeps its connections open.
    closeTimeout: 100,
    onAuth: (given, _, done) => done(...signInResult(given, { account, takesToken, refuseSignIn })),
    async onConnect(_, done) {
      seen.connections = Math.max(seen.connections, server.connections.size)
      done(refusal(await refuseGreeting?.()))
    },
    onMailFrom(_, { hostNameAppearsAs }, done) {
      seen.greeted = String(hostNameAppearsAs)
      done(refusal(refuseSender?.()))
    },
    onRcptTo({ address }, session, done) {
      const time = (times.get(address) ?? 0) + 1
      times.set(address, time)
      const treatment = refuse(address, time, session.id)
      treatments.set(address, treatment)
      if (treatment === 'drop') return breakConnections(server, session.id)
      if (treatment === undefined || treatment === 'drop after data') return done()
      done(refusal(treatment))
    },
    onData(stream, { envelope, id }, done) {
      seen.begun++
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        seen.bytes += chunk.length
        chunks.push(chunk)
      })
      stream.on('end', async () => {
        const at = performance.now()
        const to = envelope.rcptTo[0]!.address
        received.push({ to, mail: await PostalMime.parse(Buffer.concat(chunks)), at })
        if (treatments.get(to) === 'drop after data') return breakConnections(server, id)
        if (slow) await (typeof slow === 'number' ? sleep(slow) : slow())
        done(null, accept?.())
      })
    },
  })
  return server
}

type Given = Parameters<NonNullable<SMTPServerOptions['onAuth']>>[0]

function signInResult(
  { username, password, accessToken }: Given,
  { account, takesToken, refuseSignIn }: SinkOptions,
): [Error | undefined, SMTPServerAuthenticationResponse?] {
  if (takesToken?.(accessToken)) return [undefined, { user: username }]
  if (takesToken) return [undefined, { data: { status: '401', schemes: 'bearer' } }]
  const isKnown = !account || (username === account.user && password === account.password)
  const words = isKnown ? refuseSignIn : '535 5.7.8 Bad user or password'
  return [refusal(words), { user: username }]
}

function refusal(words: string | undefined) {
  if (words === undefined) return undefined
  return Object.assign(new Error(words.slice(4)), { responseCode: Number(words.slice(0, 3)) })
}

function breakConnections(server: SMTPServer, sessionId?: string): void {
  for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
    if (sessionId === undefined || connection.id === sessionId) connection._socket.destroy()
  }
}

/** The link's path in a mail, like /verify/…token. */
export const linkIn = ({ mail }: Received): string => /\/verify\/[\w-]+/.exec(mail.text ?? '')![0]
