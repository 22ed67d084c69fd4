import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Readable } from 'node:stream'
import { type Config, mailDomain, senderOf } from '../config.ts'
import { logoAttachment } from '../firm-logo.ts'
import { explainFailure, type Reached } from './failures.ts'
import type { Mail, Outgoing } from './mail.ts'
import { signInOf, tokenSource } from './mail-token.ts'
import { Pace } from './pace.ts'

const TIMEOUT_MS = 15_000

/** Servers check a mail before they accept it; giving up sooner would send it twice. */
const ANSWER_MS = 120_000

interface Watched {
  announced: () => void
  /** Awaited before the mail's end is sent. `isClosed`: the connection is gone. */
  leave: (isClosed: () => boolean) => Promise<void>
}

export function openSmtp(url: string, config: Config): Mail {
  const host = new URL(url).hostname
  const parties = { host, sender: senderOf(config).address }
  const pace = new Pace(config.MAIL_RATE)
  let opening: ReturnType<typeof openPool> | undefined
  const token = tokenSource(config)
  /** Drops connections: a server may limit the mails of each, and nodemailer keeps one that refused a mail. */
  const retire = () => {
    const former = opening
    opening = undefined
    former?.then((pool) => pool.close()).catch(() => {})
  }
  return {
    provider: host,
    pace,
    send: (mail, mayLeave) =>
      pace.keep(async (slot) => {
        let reached: Reached = 'waiting'
        const announced = () => {
          reached = 'announced'
        }
        const leave: Watched['leave'] = async (isClosed) => {
          await mayLeave?.()
          await slot(isClosed)
          if (!isClosed()) reached = 'left'
        }
        const watched: Watched = { announced, leave }
        try {
          if (usesToken(url, config)) await token()
          opening ??= openPool(url, config, token).catch((error) => {
            // Lets the next mail try again: the DKIM key may be readable by then.
            opening = undefined
            throw error
          })
          const sent = await (await opening).sendMail({
            ...envelope(mail, config),
            attachments: logoAttachment(config, mail.html),
            dsn: reportsOn(mail),
            watched,
          } as object)
          return sent.response
        } catch (error) {
          const failure = explainFailure(error, parties, reached)
          if (failure.kind === 'unreachable' && failure.response) retire()
          throw failure
        }
      }),
    close: async () => (await opening)?.close(),
  }
}

/** Applies to the connection and again to the greeting: the web gives up after 15 seconds. */
const CHECK_MS = 5_000

/** Connects and signs in. @throws DeliveryError */
export async function checkSmtp(url: string, config: Config): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const accessToken = usesToken(url, config) ? await tokenSource(config)() : undefined
  const transport = createTransport({
    ...({ url, ...(accessToken && { auth: { type: 'OAuth2', accessToken } }) } as object),
    name: greetingName(config),
    connectionTimeout: CHECK_MS,
    greetingTimeout: CHECK_MS,
    socketTimeout: CHECK_MS,
    dnsTimeout: CHECK_MS,
  })
  try {
    await transport.verify()
  } catch (error) {
    const parties = { host: new URL(url).hostname, sender: senderOf(config).address }
    throw explainFailure(error, parties, 'waiting')
  } finally {
    transport.close()
  }
}

/** Google's relay refuses a machine whose name has no dot, such as a container's. */
const greetingName = (config: Config) =>
  hostname().includes('.') ? hostname() : mailDomain(config)

const usesToken = (url: string, config: Config) => {
  const signIn = signInOf(url, config)
  return signIn !== undefined && signIn.pass === undefined
}

/** Asks servers for reports (RFC 3461) that do not return the letter with its link. */
const reportsOn = ({ messageId, to }: Outgoing) => ({
  id: messageId.replace(/^<|>$/g, ''),
  return: 'headers' as const,
  notify: ['failure', 'delay'] as const,
  recipient: to.address,
})

async function openPool(url: string, config: Config, token: ReturnType<typeof tokenSource>) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...({ url, ...(usesToken(url, config) && { auth: { type: 'OAuth2' } }) } as object),
    name: greetingName(config),
    pool: true,
    maxConnections: config.MAIL_CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: ANSWER_MS,
    dkim: dkimOf(config),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.set('oauth2_provision_cb', (_user, renew, done) => {
    token(renew).then((value) => done(null, value), done)
  })
  transport.use('stream', ({ message, data }, done) => {
    const { watched } = data as unknown as { watched: Watched }
    const compose = message.createReadStream.bind(message)
    message.createReadStream = (options) => held(compose(options), watched)
    done()
  })
  return transport
}

/** Ends the mail only when it may leave (decision 43). A transform stream would end it too early. */
function held(mail: Readable, { announced, leave }: Watched): Readable {
  announced()
  const made = bytesOf(mail)
  made.catch(() => {})
  let asked = false
  return new Readable({
    read() {
      if (asked) return
      asked = true
      made
        .then(async (bytes) => {
          this.push(bytes)
          await leave(() => this.destroyed)
          this.push(null)
        })
        .catch((error) => this.destroy(error))
    },
  })
}

/** Reads by events: an iterator would slow each mail down by a twentieth. */
const bytesOf = (stream: Readable) =>
  new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.once('end', () => resolve(Buffer.concat(chunks)))
    stream.once('error', reject)
  })

function dkimOf(config: Config) {
  const { DKIM_KEY, DKIM_SELECTOR } = config
  if (!DKIM_KEY || !DKIM_SELECTOR) return undefined
  const privateKey = readFileSync(DKIM_KEY, 'utf8')
  return { domainName: mailDomain(config), keySelector: DKIM_SELECTOR, privateKey }
}

/** Headers that ask services not to redirect links, which would reveal them, and not to replace the Message-ID. */
const UNTOUCHED = [
  ['.mailgun.org', 'X-Mailgun-Track', 'no'],
  ['.sendgrid.net', 'X-SMTPAPI', '{"filters":{"clicktrack":{"settings":{"enable":0}}}}'],
  ['.postmarkapp.com', 'X-PM-TrackLinks', 'None'],
  ['.postmarkapp.com', 'X-PM-KeepID', 'true'],
  ['.mailjet.com', 'X-Mailjet-TrackClick', '0'],
  ['.sparkpostmail.com', 'X-MSYS-API', '{"options":{"click_tracking":false}}'],
] as const

export function envelope({ to, messageId, subject, html, text }: Outgoing, config: Config) {
  const server = new URL(config.SMTP_URL ?? 'smtp://none').hostname
  const asked = UNTOUCHED.filter(([host]) => server.endsWith(host))
  return {
    from: senderOf(config),
    replyTo: config.MAIL_REPLY_TO,
    // Many mail programs decode an encoded word even in quotation marks.
    to: { ...to, name: to.name.replaceAll('=?', '= ?') },
    messageId,
    subject,
    // Amazon reads the same request from each link.
    html: server.endsWith('.amazonaws.com') ? html.replaceAll('<a ', '<a ses:no-track ') : html,
    text,
    // Without a name, nodemailer would count every character to choose one.
    textEncoding: 'quoted-printable' as const,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Nobody needs out-of-office replies and receipts. `All` would also suppress the reports of Exchange.
      'X-Auto-Response-Suppress': 'OOF, AutoReply, RN, NRN',
      // Returned by services that replace the Message-ID.
      'X-Message-ID': messageId,
      ...Object.fromEntries(asked.map(([, ...header]) => header)),
    },
  }
}
