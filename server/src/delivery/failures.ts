import { DeliveryError } from './mail.ts'

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  code?: string
  /** What was answered, like `RCPT TO`; `CONN` for the greeting, and for what comes unasked. */
  command?: string
  /** What the system said, like `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  originalCode?: string
  syscall?: string
  responseCode?: number
  /** Which of the timeouts it was. */
  timeoutType?: string
  response?: string
}

/** How far a mail had come: waiting for a connection, told to the server, or gone out to it. */
export type Reached = 'waiting' | 'told' | 'left'

/** The enhanced status codes of RFC 3463 that a person can do something about. */
const WORDS: ReadonlyArray<readonly [pattern: RegExp, words: string]> = [
  [/\b5\.1\.(?:[036]|10)\b/, 'This address does not exist.'],
  [/\b5\.1\.2\b/, 'The domain of this address does not exist.'],
  [/\b5\.[14]\.4\b/, 'The domain of this address takes no mail.'],
  [/\b[45]\.2\.2\b/, 'The mailbox is full.'],
  [/\b[45]\.2\.1\b/, 'This mailbox is switched off.'],
  [/\b[45]\.[23]\.[34]\b/, 'The mail is too large for the mail server.'],
  [/\b5\.7\.\d+\b/, 'The mail server refused the mail by its rules.'],
]

/** Replies that speak of the server and not of the mail. */
const ABOUT_THE_SERVER = [421, 454]

/** In answer to these the server knows of no recipient yet: who is refused is us, with each mail. */
const BEFORE_THE_RECIPIENT = ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM']

/** Says that the recipient is at fault, whatever the words beside it. */
const ABOUT_THE_RECIPIENT = /\b5\.(?:1\.(?:[0-6]|10)|2\.[12])\b/

/**
 * Said of one mail, and as a rule about us: we should sign in, are on a list of senders that are blocked, may not
 * send through this server or not so much, or our address or our domain's records are not to its liking (RFC 3463, RFC
 * 7372; the words of Postfix, Gmail and Exchange).
 */
const ABOUT_US = new RegExp(
  [
    /^530\b|\b5\.(?:1\.[78]|4\.5|7\.(?:8|2\d|60))\b/,
    /\bblock(?:ed)?[ -]?(?:list|using)|\bblack[ -]?list|\bspamhaus\b/,
    /\b(?:sender address|client host|helo command) rejected|\bsendasdenied/,
    /\brelay(?:ing)?\b.{0,20}(?:denied|not|prohibited)|\bunable to relay/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** Addresses that a server repeats may hold any of these words. */
const isAboutUs = (response: string) =>
  !ABOUT_THE_RECIPIENT.test(response) && ABOUT_US.test(response.replace(/<[^>]*>/g, ''))

/** Characters of what a server says; some explain themselves at length. */
const MOST_SAID = 200

/** Who speaks with whom. */
interface Parties {
  host: string
  /** The address that mails are sent from. */
  sender: string
}

interface Details {
  response: string | null
  cause: unknown
}

/**
 * Says in words what went wrong with one mail, and whether trying again can help.
 * @throws the error itself where it is neither the server's nor the network's: the mail could not be put together
 */
export function explainFailure(
  error: unknown,
  { host, sender }: Parties,
  came: Reached,
): DeliveryError {
  // One of the pool's connections had gone, and there was no other: the mail was taken up and never told.
  const reached = came === 'told' && isConnecting(error as SmtpError) ? 'waiting' : came
  const { code, command = '', responseCode, response = null } = error as SmtpError
  // nodemailer names what it hears, and calls our side of a mail that breaks off a stream.
  if (code === undefined || code === 'ESTREAM') throw error
  const details = { response, cause: error }
  if (code === 'EAUTH') {
    return new DeliveryError('unreachable', `The mail server ${host} refused our sign-in.`, details)
  }
  if (responseCode !== undefined) {
    if (reached === 'waiting' || BEFORE_THE_RECIPIENT.includes(command)) {
      const did = command === 'MAIL FROM' ? `does not take mail from ${sender}` : 'refuses us'
      return explainRefusalOfUs(responseCode, host, did, details)
    }
    // Else it came unasked, with the end of the connection.
    if (command !== 'CONN' || reached === 'left' || ABOUT_THE_SERVER.includes(responseCode)) {
      return explainReply(responseCode, command, host, details)
    }
  }
  // nodemailer itself found nobody to send to.
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

export const UNUSABLE_ADDRESS = 'No mail can be sent to this address: it is not written like one.'

const asksToWait = (host: string) => `The mail server ${host} asks us to wait.`

/** It would be the same with every mail, so it is told to whoever runs this, in the server's words. */
function explainRefusalOfUs(code: number, host: string, did: string, details: Details) {
  const words = ABOUT_THE_SERVER.includes(code)
    ? asksToWait(host)
    : `The mail server ${host} ${did}: ${said(details)}`
  return new DeliveryError('unreachable', words, details)
}

const said = ({ response }: Details) =>
  (response ?? '').replace(/[\p{Cc}\s]+/gu, ' ').slice(0, MOST_SAID)

function explainReply(code: number, command: string, host: string, details: Details) {
  if (ABOUT_THE_SERVER.includes(code)) return new DeliveryError('busy', asksToWait(host), details)
  const known = WORDS.find(([pattern]) => pattern.test(details.response ?? ''))?.[1]
  if (code < 500) {
    const words = known ?? 'The mail server asked us to try again later.'
    return new DeliveryError('temporary', words, details)
  }
  if (isAboutUs(details.response ?? '')) {
    const words = `The mail server ${host} refuses us: ${said(details)}`
    return new DeliveryError('barred', words, details)
  }
  return new DeliveryError('permanent', known ?? refused(code, command), details)
}

/** For a refusal without an enhanced code. */
function refused(code: number, command: string): string {
  if (command !== 'RCPT TO') return 'The mail server took the address, but refused the mail itself.'
  return code === 550 ? 'This address does not exist.' : 'The mail server refused the mail.'
}

/** The connection ended, or never was. */
function explainSilence(
  error: SmtpError,
  host: string,
  reached: Reached,
  details: Details,
): DeliveryError {
  if (reached === 'waiting') {
    return new DeliveryError('unreachable', explainNoConnection(error, host), details)
  }
  const slow = error.timeoutType === 'SOCKET_TIMEOUT'
  if (reached === 'told') {
    const did = slow ? 'did not answer in time' : 'broke the connection before it took the mail'
    return new DeliveryError('dropped', `The mail server ${host} ${did}.`, details)
  }
  const did = slow ? 'did not say in time' : 'broke the connection before it said'
  // Trying again without end would mail the client without end.
  return new DeliveryError('dropped', `The mail server ${host} ${did} whether it took the mail.`, {
    ...details,
    inDoubt: true,
  })
}

/** In the system's own words where they say what to mend in the settings. */
function explainNoConnection(error: SmtpError, host: string) {
  if (error.originalCode === 'ENOTFOUND') return `There is no mail server of the name ${host}.`
  return isUnsafe(error)
    ? `There is no safe connection to the mail server ${host}: ${error.message}`
    : `The mail server ${host} cannot be reached.`
}
