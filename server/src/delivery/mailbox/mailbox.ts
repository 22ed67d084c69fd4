import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { type Config, senderOf } from '../../config.ts'
import { transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../local-time.ts'
import { seal } from '../../secret-key.ts'
import { bounceAbout, said } from '../failures.ts'
import { DeliveryError } from '../mail.ts'
import { signInOf, tokenSource } from '../mail-token.ts'
import { applyBounces, insertEvents, listMessagesNamed, type NewEvent } from './mail-events.ts'
import * as state from './mailbox-state.ts'
import { MOST_BYTES, readMail } from './read-mail.ts'

type Parts = Pick<Deps, 'db' | 'config' | 'now' | 'log' | 'secretKey'>

/** Older mail is not read when a mailbox is new or was rebuilt. */
const FIRST_DAYS = 90
const BATCH = 2000
const BATCH_BYTES = 32 * MOST_BYTES

/** Reads new mail, in one process at a time, and never changes the mailbox. */
export async function followMailbox(parts: Parts, stopped: AbortSignal): Promise<void> {
  if (parts.config.IMAP_URL && (await state.claimReading(parts))) {
    try {
      await readNew(parts, parts.config.IMAP_URL, stopped)
      await state.settleReading(parts, null)
    } catch (error) {
      const { message } = explainImap(error, parts.config.IMAP_URL)
      parts.log.warn({ err: error }, `the mailbox cannot be read: ${message}`)
      await state.settleReading(parts, message)
    }
  }
  await applyBounces(parts)
}

const readNew = (parts: Parts, url: string, stopped: AbortSignal) =>
  inMailbox(parts.config, url, async (client) => {
    for (const folder of await foldersOf(client))
      if (!stopped.aborted) await readFolder(parts, client, { url, folder, stopped })
  })

const TIMEOUT_MS = 15_000

async function inMailbox<T>(config: Config, url: string, work: (client: ImapFlow) => Promise<T>) {
  const { ImapFlow } = await import('imapflow')
  const { protocol, hostname, port, searchParams } = new URL(url)
  const secure = protocol === 'imaps:'
  const signIn = signInOf(url, config)
  const byToken = signIn && signIn.pass === undefined
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    ...(searchParams.get('requireTLS') === 'true' && { doSTARTTLS: true }),
    ...(signIn && {
      auth: byToken ? { user: signIn.user, accessToken: await tokenSource(config)() } : signIn,
    }),
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 4 * TIMEOUT_MS,
  })
  // When a connection breaks, the calls that wait for it reject anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.logout().catch(() => client.close())
  }
}

export const countMails = (config: Config, url: string) =>
  inMailbox(config, url, async (client) => {
    const counts = []
    for (const name of await foldersOf(client)) {
      const { exists } = await client.mailboxOpen(name, { readOnly: true })
      counts.push({ name, messages: exists })
    }
    return counts
  })

export function explainImap(error: unknown, url: string): DeliveryError {
  if (error instanceof DeliveryError) return error
  const { hostname: host } = new URL(url)
  const { message, authenticationFailed, response, responseText } = error as Error & {
    authenticationFailed?: boolean
    response?: unknown
    responseText?: string
  }
  const reply = responseText ?? (typeof response === 'string' ? response : message)
  const words = authenticationFailed
    ? `The mailbox server ${host} refused our sign-in.${said({ response: reply })}`
    : `The mailbox at ${host} cannot be read.${said({ response: reply }, 'The connection')}`
  return new DeliveryError('unreachable', words, { cause: error })
}

/** Inbox and junk: some filters mistake a report for spam. */
async function foldersOf(client: ImapFlow): Promise<string[]> {
  const all = await client.list()
  const junk = all.filter(({ specialUse }) => specialUse === '\\Junk').map(({ path }) => path)
  return ['INBOX', ...junk]
}

interface Folder {
  url: string
  folder: string
  stopped: AbortSignal
}

async function readFolder(parts: Parts, client: ImapFlow, { url, folder, stopped }: Folder) {
  const opened = await client.mailboxOpen(folder, { readOnly: true })
  const { protocol, username, host } = new URL(url)
  const name = `${protocol}//${username}@${host}/${folder}`
  const uidvalidity = Number(opened.uidValidity)
  const known = await state.findCursor(parts.db, name)
  const last =
    known?.uidvalidity === uidvalidity
      ? known.last_uid
      : await beforeRecent(client, opened.uidNext, parts.now())
  const keep = (mails: FetchMessageObject[], upTo: number) =>
    keepArrivals(parts, mails, { folder: name, uidvalidity, last_uid: upTo })
  if (last + 1 >= opened.uidNext) return keep([], last)
  let batch: FetchMessageObject[] = []
  let bytes = 0
  // The next batch is read while this one is saved.
  let kept: Promise<void> = Promise.resolve()
  const wanted = { uid: true, internalDate: true, source: { maxLength: MOST_BYTES } }
  for await (const mail of client.fetch(`${last + 1}:*`, wanted, { uid: true })) {
    // A range that ends with * always includes the last mail. Flag changes by other programs come without a source.
    if (mail.uid <= last || !mail.source) continue
    batch.push(mail)
    bytes += mail.source.length
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue
    await kept
    kept = keep(batch, mail.uid)
    kept.catch(() => {})
    batch = []
    bytes = 0
    if (stopped.aborted) break
  }
  await kept
  if (batch.length > 0) await keep(batch, batch.at(-1)!.uid)
}

async function beforeRecent(client: ImapFlow, uidNext: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - FIRST_DAYS * DAY_MS)
  const recent = (await client.search({ since }, { uid: true })) || []
  return recent.reduce((least, uid) => Math.min(least, uid), uidNext) - 1
}

/** Saves events and cursor in one transaction, so that a crash loses and repeats nothing. */
async function keepArrivals(parts: Parts, mails: FetchMessageObject[], cursor: state.Cursor) {
  const events = await eventsOf(
    parts,
    mails.map(({ source, internalDate }) => ({ raw: source!, at: new Date(internalDate!) })),
  )
  await transact(parts.db, async (tx) => {
    await insertEvents(tx, events)
    await state.keepCursor(tx, cursor)
    await state.renewLease(tx, parts.now())
  })
}

export interface Incoming {
  raw: Buffer
  at: Date
}

/** Reads what the mails say about our messages. Nothing is kept of other mails. */
export async function eventsOf(parts: Parts, mails: Incoming[]): Promise<NewEvent[]> {
  const read = []
  for (const mail of mails)
    read.push({ ...mail, said: await readMail(mail.raw).catch(notRead(parts)) })
  const named = read.flatMap(({ said }) => said?.ids ?? []).map((id) => `<${id}>`)
  const known = named.length > 0 ? await listMessagesNamed(parts.db, named) : []
  const byId = new Map(known.map((message) => [message.message_id, message]))
  const admins = known.length > 0 ? await listAdmins(parts) : []
  const now = parts.now().getTime()
  return read.flatMap(({ raw, at, said }) => {
    const messages = (said?.ids ?? []).flatMap((id) => byId.get(`<${id}>`) ?? [])
    if (!said || messages.length === 0) return []
    const sealed = seal(parts.secretKey, raw.toString('latin1'))
    return said.arrivals.flatMap(({ isForwarded, ...arrival }, n) => {
      const to = arrival.email ?? messages[0]!.email
      const message = messages.find(({ email }) => email.toLowerCase() === to) ?? messages[0]!
      // Skips the office's own copy of a letter or of its reply to a client, and mail between administrators.
      const isAdmin = admins.includes(to) && to !== message.email.toLowerCase()
      if (/reply$/.test(arrival.kind) && (isAdmin || isOffice(parts.config, to))) return []
      return {
        ...arrival,
        source_id: `${said.sourceId} ${n}`,
        message_id: message.id,
        email: to,
        at: new Date(Math.min(at.getTime() || now, now)).toISOString(),
        about: arrival.kind === 'bounced' ? bounceAbout({ ...arrival, isForwarded }) : null,
        raw: n === 0 ? sealed : null,
      }
    })
  })
}

const listAdmins = async ({ db }: Parts) =>
  (await db.selectFrom('admins').select('email').execute()).map(({ email }) => email.toLowerCase())

const notRead =
  ({ log }: Pick<Parts, 'log'>) =>
  (error: Error) => {
    log.warn({ err: error }, 'a mail of the mailbox cannot be read')
    return undefined
  }

const isOffice = (config: Config, address: string) =>
  [senderOf(config).address, config.MAIL_REPLY_TO?.address].some(
    (own) => own?.toLowerCase() === address,
  )
