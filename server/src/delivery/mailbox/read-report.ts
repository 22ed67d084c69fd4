import type { Address, Email } from 'postal-mime'
import type { MailEventRow } from '../../db/mailbox-schema.ts'
import { bareReply, isOfMailbox } from '../failures.ts'
import { textOf, withoutTokens } from './reply-text.ts'

export interface Arrival {
  kind: MailEventRow['kind']
  /** Null: the report names nobody. */
  email: string | null
  status: string | null
  /** The other server's words, or the text of a person's mail. */
  reason: string | null
  /** It came back from another address than the one we wrote to. */
  isForwarded?: boolean
}

export interface Part {
  type: string
  text: string
}

export const addressOf = (address: Address | undefined) => address?.address?.toLowerCase() || null

/** What a mail server reports about our mail; undefined for mail that is no report. */
export function readReport(mail: Email, parts: Part[]): Arrival[] | undefined {
  const complaint = parts.find(({ type }) => type === 'message/feedback-report')
  if (complaint) return readComplaint(complaint.text)
  const reports = parts.filter(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  if (reports.length > 0) return reports.flatMap(({ text }) => readDeliveryStatus(text))
  return readPlainReport(mail)
}

type Fields = Map<string, string>

/** Blocks of header lines (RFC 822), the continued ones joined. */
const blocksOf = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => {
      const lines = block.replace(/\n[ \t]+/g, ' ').split('\n')
      const pairs = lines.map((line) => /^([\w-]+)[ \t]*:(.*)$/.exec(line))
      return new Map(
        pairs.flatMap((pair) => (pair ? [[pair[1]!.toLowerCase(), pair[2]!.trim()]] : [])),
      )
    })

/** 'rfc822; <gone@example.com>' → 'gone@example.com' */
const addressIn = (field: string | undefined): string | null =>
  /[^\s\0<>;,"]{1,64}@[^\s\0<>;,"]{1,255}/.exec(field ?? '')?.[0].toLowerCase() ?? null

const STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/

const statusIn = (reason: string | null) => STATUS.exec(bareReply(reason ?? ''))?.[0] ?? null

const MOST_SAID = 1000

/** 'smtp; 550 5.1.1 No such user' → '550 5.1.1 No such user' */
const wordsOf = (text: string | undefined): string | null =>
  withoutTokens((text ?? '').replace(/^[\w-]+;\s*/, ''))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SAID) || null

const KINDS: Record<string, Arrival['kind']> = { failed: 'bounced', delayed: 'delayed' }

/** RFC 3464. Prefers the address that we wrote to, because the mail may have been forwarded. */
const readDeliveryStatus = (text: string): Arrival[] =>
  blocksOf(text).flatMap((fields) => {
    const kind = KINDS[/\w+/.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? '']
    if (!kind) return []
    const original = addressIn(fields.get('original-recipient'))
    const final = addressIn(fields.get('final-recipient'))
    const isForwarded = original !== null && original !== final
    const reason = wordsOf(fields.get('diagnostic-code'))
    const given = STATUS.exec(fields.get('status') ?? '')?.[0] ?? null
    // Some servers give 5.0.0 and the real code in the words.
    const status = (given?.endsWith('.0.0') && statusIn(reason)) || given
    return [{ kind, email: original ?? final, status, reason, isForwarded }]
  })

/** RFC 5965. Many providers black out the recipient. */
function readComplaint(text: string): Arrival[] {
  const fields = new Map(blocksOf(text).flatMap((block) => [...block]))
  const type = fields.get('feedback-type')?.toLowerCase()
  if (type === 'not-spam') return []
  const email = addressIn(fields.get('original-rcpt-to'))
  return [{ kind: 'complained', email, status: null, reason: wordsOf(type) }]
}

/** Recognizes a report whose machine-readable part was removed by a gateway. */
const IS_REPORT = /report-type="?delivery-status/i
const SERVERS = /^(?:mailer-daemon|postmaster|mail-daemon|mdaemon|microsoftexchange[\da-f]{16,})@/

/** A report's own text is short; the returned mail follows it. */
const MOST_TEXT = 20_000

/** Stands before the reason: '<gone@example.com>:' by qmail, '  Recipient: [SMTP:gone@example.com]' by MailEnable. */
const RECIPIENT =
  /^[ \t]*(?:[\w ]{0,20}recipient:[ \t]*)?[[(<]*(?:smtp:)?([^\s\0<>:;"[\]()]{1,64}@[\w.-]{0,254}\w)[>)\]]*[ \t]*:?/im

/** A postmaster's mail without a code may say that a mail is held for review, or that the postmaster is away. */
const CODE = /\b[45]\d\d\b/

const DELAY = /\b(?:delay(?:ed)?|warning|verz[öo]ger\w*|retras\w*|retard\w*|ritard\w*)\b|遅延/i

/** Reports without a machine-readable part: by qmail, older versions of Exim, and gateways. */
function readPlainReport(mail: Email): Arrival[] | undefined {
  const named = mail.headers.find(({ key }) => key === 'x-failed-recipients')?.value
  const type = mail.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const isReport = SERVERS.test(addressOf(mail.from) ?? '') || IS_REPORT.test(type)
  if (!named && !isReport) return undefined
  const text = (mail.text ?? textOf(mail.html ?? '')).slice(0, MOST_TEXT).replace(/\r\n?/g, '\n')
  const found = RECIPIENT.exec(text)
  const email = addressIn(named) ?? found?.[1]?.toLowerCase() ?? null
  const [after = ''] = text
    .slice(found ? found.index + found[0].length : 0)
    .trim()
    .split(/\n[ \t]*\n/)
  const isDelay = !named && DELAY.test(mail.subject ?? '')
  const reason = wordsOf(after)
  const status = statusIn(reason)
  const isRefused =
    email && (named || status || CODE.test(reason ?? '') || isOfMailbox(reason ?? ''))
  if (!isDelay && !isRefused) return undefined
  return [{ kind: isDelay ? 'delayed' : 'bounced', email, status, reason }]
}
