import { DeliveryError } from './mail.ts'

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  /** Which of the timeouts it was. */
  timeoutType?: string
  response?: string
}

/** The enhanced status codes of RFC 3463 that a person can do something about. */
const WORDS: ReadonlyArray<readonly [pattern: RegExp, words: string]> = [
  [/\b5\.1\.[16]\b/, 'This address does not exist.'],
  [/\b5\.1\.2\b/, 'The domain of this address does not exist.'],
  [/\b[45]\.2\.2\b/, 'The mailbox is full.'],
  [/\b5\.2\.1\b/, 'This mailbox is switched off.'],
  [/\b5\.7\.\d+\b/, 'The mail server refused the mail by its rules.'],
  [/\b[45]\.3\.4\b/, 'The mail is too large for the mail server.'],
]

/** Says in words what went wrong with one mail, and whether trying again can help. */
export function explainFailure(error: unknown, host: string): DeliveryError {
  const { code, responseCode, timeoutType, response = null } = error as SmtpError
  if (code === 'EAUTH') {
    return new DeliveryError(
      'unreachable',
      `The mail server ${host} refused our sign-in.`,
      response,
      error,
    )
  }
  if (timeoutType === 'SOCKET_TIMEOUT') {
    // It may have taken this mail: trying again without end would mail the client without end.
    const words = `The mail server ${host} did not say in time whether it took the mail.`
    return new DeliveryError('temporary', words, response, error)
  }
  if (responseCode === undefined || responseCode === 421 || responseCode === 454) {
    const words = code === 'EENVELOPE' ? undefined : `The mail server ${host} cannot be reached.`
    if (words) return new DeliveryError('unreachable', words, response, error)
  }
  const known = WORDS.find(([pattern]) => pattern.test(response ?? ''))?.[1]
  if (responseCode && responseCode < 500) {
    const words = known ?? 'The mail server asked us to try again later.'
    return new DeliveryError('temporary', words, response, error)
  }
  const words =
    known ??
    (responseCode === 550 ? 'This address does not exist.' : 'The mail server refused the mail.')
  return new DeliveryError('permanent', words, response, error)
}
