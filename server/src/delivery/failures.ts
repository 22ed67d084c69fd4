import { DeliveryError } from './mail.ts'

interface SmtpError extends Error {
  code?: string
  /** The answered command, like `RCPT TO`; `CONN` for the greeting and unsolicited replies. */
  command?: string
  originalCode?: string
  syscall?: string
  responseCode?: number
  timeoutType?: string
  response?: string
}

export type Reached = 'waiting' | 'announced' | 'left'

/** Enhanced status codes (RFC 3463) that a person can act on. */
const WORDS: ReadonlyArray<readonly [pattern: RegExp, words: string]> = [
  [/\b5\.1\.(?:[136]|10)\b/, 'This address does not exist.'],
  [/\b5\.(?:1\.2|4\.310)\b/, 'The domain of this address does not exist.'],
  [/\b5\.[14]\.4\b/, 'The domain of this address accepts no mail.'],
  [/\b[45]\.2\.2\b/, 'The mailbox is full.'],
  [/\b[45]\.2\.1\b/, 'This mailbox is switched off.'],
  [/\b[45]\.[23]\.[34]\b/, 'The mail is too large for the mail server.'],
  [/\b5\.7\.\d+\b/, 'The mail server rejected the mail by its rules.'],
]

const knownWords = (response: string) =>
  WORDS.find(([pattern]) => pattern.test(bareReply(response)))?.[1]

const ABOUT_THE_SERVER = [421, 454]

/** The server does not know the recipient yet, so a refusal concerns us and every mail. */
const BEFORE_THE_RECIPIENT = ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM']

/** Codes of an unknown, full or closed mailbox. */
const ABOUT_THE_RECIPIENT = /\b[45]\.(?:1\.(?:[1-6]|10)|2\.[1-4])\b/

const anyOf = (...patterns: RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i')

/** Words of a provider that limits the mails of an hour or a day, or has no room for any. */
const LIMIT = anyOf(
  /\b(?:send|sending|sender|messaging|daily|hourly|monthly|peak|rate|relay|connections?|submission)[ -]?(?:\w+ ){0,2}(?:limit|quota)/,
  /\btoo (?:many|much) (?:e?-?mails?|messages|recipients)|\bper (?:second|minute|hour|day|month)\b|\brate exceeded/,
  /\byou(?: have|['’]ve) (?:exceeded|reached)|\byour quota|\bcredits\b|\bthrottl/,
  /\b4\.(?:3\.1|7\.28)\b/,
)

/** Replies about the sender, by code (RFC 3463, RFC 7372) and by the words of Postfix, Gmail, Exchange and services. */
const ABOUT_US = anyOf(
  /^530\b|\b[45]\.(?:1\.(?:[78]|90)|3\.4|4\.5|7\.(?:[89]|[2-6]\d|[2-7]\d\d))\b/,
  /(?:\b|_)blocked\b|\bbl(?:ock|ack)[ -]?list|dnsbl|\bspamhaus\b|\bask your postmaster|\bptr\b|\baup\b/,
  /\bsenders?\b|\b(?:client host|helo command) rejected|\bsendasdenied/,
  /\brelay(?:ing)?\b.{0,20}(?:denied|not|prohibited|disallowed)|\bto relay\b|\brcpthosts\b/,
  LIMIT,
  /\bnot (?:yet )?(?:been )?(?:verified|validated|activated|confirmed|authorized)/,
  /\b(?:your (?:\w+ )?(?:account|domain|ip)|domain)\b.{0,80}\b(?:disabled|suspended|deactivated|banned|not allowed to send)/,
  /\bsending (?:paused|suspended)|authenticat|\b(?:spf|dkim|dmarc|smtp auth)\b|\bpermissions? to send/,
  /\bspam\b|\bunsolicited\b|\breputation\b|\bunusual sending/,
  /\bpolic(?:y|ies)\b|\bprohibition\b|\bcontent\b|\bmessage (?:file |is )?(?:size|too)\b/,
)

/** Removes addresses: an email address may contain any of these words, and 10.5.1.3 looks like the code 5.1.3. */
export const bareReply = (response: string) =>
  response.replace(/<[^>#]*>|[^\s@]{1,64}@[^\s:;,)]+|\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '')

const isAboutUs = (response: string, words = ABOUT_US) =>
  !ABOUT_THE_RECIPIENT.test(bareReply(response)) && words.test(bareReply(response))

/** Servers without codes blame the mailbox in these words. Each reply concerns one client, however many there are. */
const MAILBOX_WORDS =
  /\b(?:no such|unknown|invalid|bad|unrouteable|non-?existent)\b.{0,30}\b(?:user|recipient|mailbox|address|account|domain|host|destination)|\b(?:user|recipient|mailbox|inbox|account|domain|host|address)\b.{0,40}\b(?:unknown|inactive|full|over quota|not (?:be )?(?:found|exist|known)|n['’]t exist)\b/i

export const isOfMailbox = (response: string) =>
  ABOUT_THE_RECIPIENT.test(bareReply(response)) ||
  (MAILBOX_WORDS.test(response) && !/\bsender\b/i.test(response))

/** A try beyond a limit must not count, or the rest of a large mailing would fail within two days. */
const isLimit = (response: string) =>
  isAboutUs(response, LIMIT) && !/\b(?:in|mail)box\b/i.test(response)

/** Codes and words for a mailbox that does not exist. */
const DEAD = /\b5\.1\.(?:[1236]|10)\b/
const DEAD_WORDS = anyOf(
  /\b(?:no such (?:user|mailbox|recipient|address|person)|no mailbox here|unknown (?:user|recipient|mailbox)|invalid recipient)\b/,
  /\b(?:user|recipient|mailbox|address|account)(?: that you tried to reach)? (?:is )?(?:unknown|not found|(?:does not|doesn['’]t) exist)/,
  /doesn['’]t have an? \S{1,40} account/,
  // Exchange Online and outlook.com, when the address is not in their list of users.
  /\b5\.4\.1 recipient address rejected: access denied|\bmailbox unavailable \(S2017062302\)/,
)

/** A server without its list of users says "user unknown" for a while, and the sending server gives up days later. */
const TEMPORARY = /\b4\.\d{1,3}\.\d{1,3}\b|^\S* 4\d\d\b/

/** Codes for security, content and size: the mail has to change, not the address. */
const ABOUT_OUR_MAIL = /\b[45]\.(?:7\.\d+|6\.\d+|3\.4)\b/

interface Returned {
  status: string | null
  reason: string | null
  isForwarded?: boolean | undefined
}

/** What made a mail come back. Never 'address' in doubt: no client may be marked wrongly. */
export function bounceAbout({ status, reason, isForwarded }: Returned) {
  const text = `${status ?? ''} ${bareReply(reason ?? '')}`
  // The unknown user may be our own sender: "No such user. Sender verify failed".
  if (ABOUT_US.test(text) || ABOUT_OUR_MAIL.test(text))
    return ABOUT_THE_RECIPIENT.test(text) ? 'mailbox' : 'us'
  const isDead = DEAD.test(text) || (DEAD_WORDS.test(text) && !TEMPORARY.test(text))
  // A mailbox that forwards may keep a copy, so its own address may work.
  return isDead && !isForwarded ? 'address' : 'mailbox'
}

export function explainBounce({ status, reason }: Returned): string {
  const about = bounceAbout({ status, reason })
  if (about === 'us')
    return `The mail came back: a mail server refuses our mail.${said({ response: reason })}`
  const known = knownWords(`${status} ${reason}`)
  if (known) return known
  return about === 'address'
    ? 'This address does not exist.'
    : `The mail came back.${said({ response: reason }, 'The mail server')}`
}

const MOST_SAID = 200

interface Parties {
  host: string
  sender: string
}

interface Details {
  response: string | null
  cause: unknown
}

/** @throws the error itself if it is neither the server's nor the network's */
export function explainFailure(
  error: unknown,
  { host, sender }: Parties,
  came: Reached,
): DeliveryError {
  // The pool could open no connection, so the server never heard of the mail.
  const reached = came === 'announced' && isConnecting(error as SmtpError) ? 'waiting' : came
  const { code, command = '', responseCode, response = null } = error as SmtpError
  // nodemailer gives network errors a code, and our own broken stream ESTREAM.
  if (code === undefined || code === 'ESTREAM') throw error
  const details = { response, cause: error }
  if (code === 'EAUTH') {
    const words = `The mail server ${host} refused our sign-in.${said(details)}`
    return new DeliveryError('unreachable', words, details)
  }
  if (responseCode !== undefined) {
    if (reached === 'waiting' || BEFORE_THE_RECIPIENT.includes(command)) {
      return explainRefusalOfUs(responseCode, command, { host, sender }, details)
    }
    // Otherwise it is an unsolicited reply at the end of the connection.
    if (command !== 'CONN' || reached === 'left' || ABOUT_THE_SERVER.includes(responseCode)) {
      return explainReply(responseCode, command, host, details)
    }
  }
  if (code === 'EENVELOPE') return new DeliveryError('permanent', UNUSABLE_ADDRESS, details)
  return explainSilence(error as SmtpError, host, reached, details)
}

const isConnecting = ({ code, originalCode, command, syscall, timeoutType }: SmtpError) =>
  syscall === 'connect' ||
  code === 'EDNS' ||
  isUnsafe({ code, originalCode }) ||
  (code === 'EPROTOCOL' && command === 'CONN') ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')

const isUnsafe = ({ code, originalCode = '' }: Pick<SmtpError, 'code' | 'originalCode'>) =>
  code === 'ETLS' || /CERT|SSL|TLS|VERIFY/.test(originalCode)

export const UNUSABLE_ADDRESS = 'This is not a valid email address, so no mail can be sent to it.'

const asksToWait = (host: string, details: Details) =>
  `The mail server ${host} asks us to wait.${said(details)}`

/** Quotes the server's own words: they help the person who runs Attest. */
function explainRefusalOfUs(code: number, command: string, parties: Parties, details: Details) {
  const { host, sender } = parties
  const did = command === 'MAIL FROM' ? `does not accept mail from ${sender}` : 'refuses us'
  let words = `The mail server ${host} ${did}.${said(details)}`
  if (command === 'STARTTLS') {
    words = `The mail server ${host} does not encrypt the connection.${said(details)}`
  } else if (ABOUT_THE_SERVER.includes(code)) words = asksToWait(host, details)
  return new DeliveryError('unreachable', words, details)
}

export function said({ response }: Pick<Details, 'response'>, who = 'It'): string {
  const words = (response ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SAID)
    // Half a character at the cut would be invalid JSON.
    .toWellFormed()
  return words && ` ${who} said: “${words}”.`
}

function explainReply(code: number, command: string, host: string, details: Details) {
  if (isLimit(details.response ?? ''))
    return new DeliveryError('unreachable', asksToWait(host, details), details)
  if (ABOUT_THE_SERVER.includes(code)) {
    return new DeliveryError('interrupted', asksToWait(host, details), details)
  }
  const response = details.response ?? ''
  // Words like "greylisted against spam" and "too many messages in this mailbox" ask for another try.
  const isPutOff = code < 500 && /\bgr[ae]y-?list|\b(?:in|mail)box\b/i.test(response)
  if (isAboutUs(response) && !isPutOff) {
    const words = `The mail server ${host} refuses us.${said(details)}`
    return new DeliveryError('interrupted', words, details)
  }
  const known = knownWords(response)
  if (code < 500) {
    const words = known ?? 'The mail server asked us to try again later.'
    return new DeliveryError('temporary', words, details)
  }
  return new DeliveryError('permanent', known ?? refused(response, command), details)
}

function refused(response: string, command: string): string {
  if (command !== 'RCPT TO')
    return 'The mail server accepted the address, but rejected the mail itself.'
  return DEAD_WORDS.test(bareReply(response))
    ? 'This address does not exist.'
    : 'The mail server rejected the mail.'
}

const SILENCE = {
  announced: {
    slow: 'did not answer in time',
    closed: 'closed the connection before it accepted the mail',
  },
  left: {
    slow: 'did not say in time whether it accepted the mail',
    closed: 'closed the connection before it said whether it accepted the mail',
  },
}

function explainSilence(error: SmtpError, host: string, reached: Reached, details: Details) {
  if (reached === 'waiting')
    return new DeliveryError('unreachable', explainNoConnection(error, host), details)
  const how = error.timeoutType === 'SOCKET_TIMEOUT' ? 'slow' : 'closed'
  const words = `The mail server ${host} ${SILENCE[reached][how]}.`
  // A counted failure: endless retries could mail the client endlessly.
  return new DeliveryError('interrupted', words, { ...details, inDoubt: reached === 'left' })
}

/** Quotes the system's words: they name the setting to correct. */
function explainNoConnection(error: SmtpError, host: string) {
  if (error.originalCode === 'ENOTFOUND') return `There is no mail server named ${host}.`
  return isUnsafe(error)
    ? `There is no secure connection to the mail server ${host}: ${error.message}`
    : `The mail server ${host} cannot be reached.`
}
