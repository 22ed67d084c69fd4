import { email } from '@attest/contract/fields'
import { renderLetter } from '@attest/contract/letter'
import { type Config, firmOf } from '../config.ts'
import { UNUSABLE_ADDRESS } from '../mail/failures.ts'
import { DeliveryError, type Mail } from '../mail/mail.ts'
import type { ClaimedMessage, Outcome } from './ledger.ts'

const MINUTE_MS = 60_000
/** Between tries that the server put off; after the last one the message has failed. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

interface Parts {
  mail: Mail
  config: Config
  now: () => Date
}

/** How a try ended, and why nothing at all can be sent just now, if so. */
interface Delivery {
  outcome: Outcome
  standstill: string | null
}

/**
 * Sends one message with its own link and tells how that ended.
 * @param mayLeave before it the server gets no byte of the message
 * @throws what is neither sent nor refused: a bug
 */
export async function deliver(
  { mail, config, now }: Parts,
  message: ClaimedMessage,
  token: string,
  mayLeave: Promise<void>,
): Promise<Delivery> {
  // It would have passed the import; what other hands wrote into the database may hold line breaks.
  if (!email.safeParse(message.email).success) return ended(failed(message, UNUSABLE_ADDRESS))
  try {
    const smtp_response = await mail.send(compose(message, token, config), mayLeave)
    return ended({ ...settled(message), state: 'accepted', smtp_response })
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return afterFailure(message, error, now())
  }
}

const ended = (outcome: Outcome): Delivery => ({ outcome, standstill: null })

/** A message that can never be sent, and why. */
export const failed = (message: { id: number }, error: string): Outcome => ({
  ...settled(message),
  state: 'failed',
  error,
})

const settled = ({ id }: { id: number }) => ({
  id,
  error: null,
  smtp_response: null,
  next_attempt_at: null,
  counted: true,
  in_doubt: false,
})

function afterFailure(message: ClaimedMessage, failure: DeliveryError, now: Date): Delivery {
  const { kind, message: error, response: smtp_response, inDoubt: in_doubt } = failure
  const standstill = kind === 'dropped' || kind === 'unreachable' ? error : null
  const told = { ...settled(message), error, smtp_response, in_doubt }
  // Its next try would be the third that may have arrived.
  const twice = in_doubt && message.in_doubt && message.attempts > 0
  const pause = kind === 'unreachable' ? 0 : PAUSES_MS[message.attempts]
  if (kind === 'permanent' || pause === undefined || twice) {
    return { outcome: { ...told, state: 'failed' }, standstill }
  }
  const next_attempt_at = new Date(now.getTime() + pause).toISOString()
  const counted = kind !== 'unreachable'
  return { outcome: { ...told, state: 'queued', next_attempt_at, counted }, standstill }
}

function compose(message: ClaimedMessage, token: string, config: Config) {
  const values = { ...message, verificationUrl: `${config.PUBLIC_URL}/verify/${token}` }
  return {
    ...renderLetter(message, values, firmOf(config)),
    to: { name: `${message.first_name} ${message.last_name}`, address: message.email },
    messageId: message.message_id,
  }
}
