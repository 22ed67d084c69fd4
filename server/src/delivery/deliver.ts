import { email } from '@attest/contract/fields'
import { renderLetter } from '@attest/contract/letter'
import { type Config, firmOf } from '../config.ts'
import type { Stall } from './circuit-breaker.ts'
import { UNUSABLE_ADDRESS } from './failures.ts'
import type { ClaimedMessage, Outcome } from './ledger.ts'
import { DeliveryError, type FailureKind, type Mail } from './mail.ts'

const MINUTE_MS = 60_000
/** Between tries that the server put off; after the last one the message has failed. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

/** After these the sender waits, and then tries another message. */
const STOPS_ALL: FailureKind[] = ['dropped', 'busy', 'barred', 'unreachable']
/** These are no try of a message. */
const SAYS_NOTHING: FailureKind[] = ['busy', 'unreachable']
/** These may be about this one mail: then others go out meanwhile. */
const ONE_OR_ALL: FailureKind[] = ['busy', 'barred']
const PUT_OFF = 'The mail server puts this mail off again and again.'

interface Parts {
  mail: Mail
  config: Config
  now: () => Date
  stall: Pick<Stall, 'refuse'>
}

export interface Delivery {
  outcome: Outcome
  /** Why nothing at all can be sent just now; null when all is well, undefined when the server was not asked. */
  standstill: string | null | undefined
  /** Of a standstill. */
  cause?: unknown
}

/**
 * Sends one message with its own link and tells how that ended.
 * @param mayLeave before it the server does not get the message's end
 * @throws what mayLeave throws, and what is neither sent nor refused: a bug
 */
export async function deliver(
  parts: Parts,
  message: ClaimedMessage,
  token: string,
  mayLeave: () => Promise<void>,
): Promise<Delivery> {
  const { mail, config } = parts
  // It would have passed the import; what other hands wrote into the database may hold line breaks.
  const address = email.safeParse(message.email).data
  if (address === undefined) {
    return { outcome: failed(message, UNUSABLE_ADDRESS), standstill: undefined }
  }
  try {
    const smtp_response = await mail.send(
      compose({ ...message, email: address }, token, config),
      mayLeave,
    )
    return { outcome: { ...settled(message), state: 'accepted', smtp_response }, standstill: null }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    return afterFailure(parts, message, error)
  }
}

/** A message that can never be sent, and why. */
export const failed = (message: Claimed, error: string): Outcome => ({
  ...settled(message),
  state: 'failed',
  error,
})

/** A message that was not tried, and waits as before. */
export const untried = (message: Claimed, at: string): Outcome => ({
  ...settled(message),
  state: 'queued',
  next_attempt_at: at,
  counted: false,
})

type Claimed = Pick<ClaimedMessage, 'id' | 'claim_id'>

const settled = ({ id, claim_id }: Claimed) => ({
  id,
  claim_id,
  error: null,
  smtp_response: null,
  next_attempt_at: null,
  counted: true,
  in_doubt: false,
})

function afterFailure(
  { stall, now }: Parts,
  message: ClaimedMessage,
  failure: DeliveryError,
): Delivery {
  const { kind, response: smtp_response, inDoubt: in_doubt } = failure
  const { tookOthers, goesOn } = ONE_OR_ALL.includes(kind)
    ? stall.refuse(message.id, now().getTime())
    : { tookOthers: false, goesOn: false }
  const isFinal = kind === 'permanent' || (kind === 'barred' && tookOthers)
  const standstill = STOPS_ALL.includes(kind) && !isFinal ? failure.message : null
  const isPutOff = kind === 'busy' && (tookOthers || goesOn)
  const error = isPutOff ? PUT_OFF : failure.message
  const counted = isPutOff || !SAYS_NOTHING.includes(kind)
  const told = { ...settled(message), error, smtp_response, in_doubt, counted }
  // Its next try would be the third that may have arrived.
  const twice = in_doubt && message.in_doubt && message.attempts > 0
  const pause = counted ? PAUSES_MS[message.attempts] : 0
  if (isFinal || pause === undefined || twice) {
    return { outcome: { ...told, state: 'failed' }, standstill }
  }
  const next_attempt_at = new Date(now().getTime() + pause).toISOString()
  return {
    outcome: { ...told, state: 'queued', next_attempt_at },
    standstill,
    cause: failure.cause,
  }
}

function compose(message: ClaimedMessage, token: string, config: Config) {
  const values = { ...message, verificationUrl: `${config.PUBLIC_URL}/verify/${token}` }
  return {
    ...renderLetter(message, values, firmOf(config)),
    to: { name: `${message.first_name} ${message.last_name}`, address: message.email },
    messageId: message.message_id,
  }
}
