import { renderLetter } from '@attest/contract/letter'
import { type Config, firmOf } from '../config.ts'
import { DeliveryError, type Mail } from '../mail/mail.ts'
import type { ClaimedMessage, Outcome } from './ledger.ts'

const MINUTE_MS = 60_000
/** Between tries that the server put off; after the last one the message has failed. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

/**
 * Sends one message with its own link and tells how that ended.
 * @throws what is neither sent nor refused: a bug
 */
export async function deliver(
  { mail, config, now }: { mail: Mail; config: Config; now: () => Date },
  message: ClaimedMessage,
  token: string,
  mayLeave?: Promise<void>,
): Promise<{ outcome: Outcome; unreachable: string | null }> {
  try {
    const smtp_response = await mail.send(compose(message, token, config), mayLeave)
    return { outcome: settled(message, 'accepted', null, smtp_response), unreachable: null }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return afterFailure(message, error, now())
  }
}

/** A message that can never be sent, and why. */
export const settled = (
  { id }: ClaimedMessage,
  state: 'accepted' | 'failed',
  error: string | null,
  smtp_response: string | null,
): Outcome => ({ id, state, error, smtp_response, next_attempt_at: null, counted: true })

function afterFailure(message: ClaimedMessage, failure: DeliveryError, now: Date) {
  const { kind, message: error, response: smtp_response } = failure
  const unreachable = kind === 'unreachable' ? error : null
  const pause = unreachable ? 0 : PAUSES_MS[message.attempts]
  if (kind === 'permanent' || pause === undefined) {
    return { outcome: settled(message, 'failed', error, smtp_response), unreachable }
  }
  const next_attempt_at = new Date(now.getTime() + pause).toISOString()
  const counted = kind === 'temporary'
  const outcome: Outcome = {
    id: message.id,
    state: 'queued',
    error,
    smtp_response,
    next_attempt_at,
    counted,
  }
  return { outcome, unreachable }
}

function compose(message: ClaimedMessage, token: string, config: Config) {
  const values = { ...message, verificationUrl: `${config.PUBLIC_URL}/verify/${token}` }
  return {
    ...renderLetter(message, values, firmOf(config)),
    to: { name: `${message.first_name} ${message.last_name}`, address: message.email },
    messageId: message.message_id,
  }
}
