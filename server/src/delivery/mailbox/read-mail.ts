import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { type Arrival, addressOf, type Part, readReport } from './read-report.ts'
import { textAboveQuote, textOf, withoutAnyLink } from './reply-text.ts'

export interface ReadMail {
  /** The same when the mail is read again, or from another folder. */
  sourceId: string
  /** Message-IDs that the mail names, without brackets. The one that it answers comes first. */
  ids: string[]
  arrivals: Arrival[]
}

/** Read of one mail at most: the parser needs 10 seconds for a megabyte of empty lines. */
export const MOST_BYTES = 256 * 1024

/** A report names one or a few recipients; more is an attack. */
const MOST_ARRIVALS = 20

/** Our Message-IDs and envelope ids (RFC 3461) are a UUID, an @ and the sender's domain. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UUID_LENGTH = 36
const DOMAIN = /[\w.-]{0,254}\w/y

/** Searches for the rare @: a search for the UUID would take longer than all the rest. */
function* idsIn(text: string): Generator<string> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const uuid = text.slice(Math.max(at - UUID_LENGTH, 0), at)
    if (!UUID.test(uuid)) continue
    DOMAIN.lastIndex = at + 1
    const domain = DOMAIN.exec(text)
    if (domain) yield `${uuid}@${domain[0]}`
  }
}

/** Amazon replaces our Message-ID by its own, and reports it when it accepts the mail. */
export const AMAZON = '@amazonses.com'
const AMAZON_ID = /^<([\da-f]{16}(?:-[\da-f]{4,12}){5}-\d{6})@[\w-]+\.amazonses\.com>$/

const namesId = (text: string) => !idsIn(text).next().done

const LIMITS = { forceRfc822Attachments: true, maxNestingDepth: 50, maxHeadersSize: MOST_BYTES }

/** Undefined: the mail names no Message-ID of our form, so it cannot be about our mail. */
export async function readMail(raw: Buffer): Promise<ReadMail | undefined> {
  if (!mayNameOurs(raw)) return undefined
  const { mail, parts } = await parse(raw.subarray(0, MOST_BYTES))
  const report = readReport(mail, parts) ?? (await readForwarded(parts))
  const ids = namedIds(mail, parts, report !== undefined)
  if (ids.length === 0) return undefined
  const arrivals = report ?? [readPerson(mail)]
  const source = /[^<>]/.test(mail.messageId ?? '') ? mail.messageId! : raw
  return {
    sourceId: createHash('sha256').update(source).digest('base64url'),
    ids,
    arrivals: arrivals.slice(0, MOST_ARRIVALS),
  }
}

async function parse(raw: Buffer): Promise<{ mail: Email; parts: Part[] }> {
  const mail = await PostalMime.parse(raw, LIMITS)
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType,
    text: Buffer.from(content as ArrayBuffer).toString('latin1'),
  }))
  return { mail, parts }
}

/** A report that a person or a rule has forwarded as an attachment. */
async function readForwarded(parts: Part[]): Promise<Arrival[] | undefined> {
  const attached = parts.find(({ text }) => /report-type="?delivery-status/i.test(text))
  if (attached?.type !== 'message/rfc822') return undefined
  const { mail, parts: inner } = await parse(Buffer.from(attached.text, 'latin1'))
  return readReport(mail, inner)
}

/** Saves parsing, which costs more than reading: most mail in a busy mailbox is about other matters. */
function mayNameOurs(raw: Buffer): boolean {
  const text = raw.toString('latin1')
  return (
    namesId(text) ||
    /\nIn-Reply-To:\s*<[^<>\s]*\.amazonses\.com>/i.test(text) ||
    (/=\r?\n/.test(text) && namesId(text.replace(/=\r?\n/g, ''))) ||
    /\nContent-Transfer-Encoding: *base64/i.test(text)
  )
}

const FIELDS_OF_EARLIER_MAILS = /^(?:in-reply-to|references):.*(?:\r?\n[ \t].*)*/gim

/** In a report, only the returned mail's own id counts: it may be the office's reply, which refers to our letter. */
function namedIds(mail: Email, parts: Part[], isReport: boolean): string[] {
  const texts = [...parts.map(({ text }) => text), mail.text ?? '', mail.html ?? '']
  const isReturned = isReport && texts.some((text) => /^message-id:/im.test(text))
  const earlier = isReturned ? ['in-reply-to', 'references'] : []
  const references = (mail.references ?? '').split(/\s+/).reverse()
  const places = [
    ...(isReturned ? [] : [mail.inReplyTo, ...references]),
    ...texts.map((text) => (isReturned ? text.replace(FIELDS_OF_EARLIER_MAILS, '') : text)),
    // Some servers copy headers of the returned mail into those of their report.
    ...mail.headers
      .filter(({ key }) => !['message-id', ...earlier].includes(key))
      .map(({ value }) => value),
  ]
  const ids = places.flatMap((text) => [...idsIn(text ?? '')])
  const [, amazonId] = AMAZON_ID.exec(mail.inReplyTo ?? '') ?? []
  return [...(amazonId ? [amazonId + AMAZON] : []), ...new Set(ids)].slice(0, 100)
}

const AUTOMATIC_SUBJECT =
  /^(?:auto(?::|\w*[ -:]*(?:reply|response|antwoord|svar|odpowied))|out[ -]of[ -](?:the[ -])?office|away from|on vacation|r[ei]sp(?:ue|o)sta autom|automatische antwort|r[ée]ponse automatique|absence du|message d['’]absence|abwesen|自[動动](?:応答|返信|回[复覆]))/i

/** Written by a person, or by a program in the name of one (RFC 3834). */
function readPerson(mail: Email): Arrival {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const isAutomatic =
    /^auto-/i.test(header('auto-submitted')) ||
    /\b(?:auto_reply|bulk|junk|list)\b/i.test(header('precedence')) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-mail-autoreply'].some(header) ||
    mail.returnPath === '' ||
    header('return-path').trim() === '<>' ||
    AUTOMATIC_SUBJECT.test(mail.subject ?? '') ||
    /report-type="?disposition-notification/i.test(header('content-type'))
  const text = withoutAnyLink(textAboveQuote(mail.text ?? textOf(mail.html ?? '')))
  return {
    kind: isAutomatic ? 'autoreply' : 'reply',
    email: addressOf(mail.from),
    status: null,
    reason: text,
  }
}
