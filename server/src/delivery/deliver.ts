import { fullName } from '@attest/contract/client-fields'
import { email } from '@attest/contract/fields'
import { isLanguage, type Language } from '@attest/contract/languages'
import { type LetterValues, renderLetter } from '@attest/contract/letter'
import { letterIn } from '@attest/contract/letter-parts'
import { LETTER_TEXTS } from '@attest/contract/letter-texts/languages'
import { confirmationLetter, receiptLetter } from '@attest/contract/notices'
import { countryName, US } from '@attest/contract/place'
import type { LetterContent } from '@attest/contract/templates'
import { type Config, linkHome } from '../config.ts'
import type { LinkPurpose } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { letterFirm } from '../firm-logo.ts'
import { addDays, localDay, MINUTE_MS } from '../local-time.ts'
import { LeaseExpired } from './claims.ts'
import { isOfMailbox, said, UNUSABLE_ADDRESS } from './failures.ts'
import { type ClaimedMessage, idsOf, type Letter, type Outcome } from './ledger.ts'
import { DeliveryError, type FailureKind, type Outgoing } from './mail.ts'

/** Pauses before each retry; one more failed try is final. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

const OPENS_CIRCUIT: FailureKind[] = ['interrupted', 'unreachable']

const NO_LETTER = 'The letter could not be made from the template and the details of this client.'
const UNEXPECTED =
  'Something unexpected went wrong while this mail was sent. The log has the details.'

type Parts = Pick<Deps, 'mail' | 'config' | 'now' | 'log'>

const LONGEST_PAUSE_MS = PAUSES_MS.at(-1)!

/** Queues a failed message again: a server that accepts no mail at all makes no client fail. */
export const keptWaiting = ({ now }: Pick<Parts, 'now'>, outcome: Outcome): Outcome => ({
  ...outcome,
  state: 'queued',
  next_attempt_at: new Date(now().getTime() + LONGEST_PAUSE_MS).toISOString(),
})

export interface Delivery {
  outcome: Outcome
  /** The server's reply if it will never accept this mail. */
  refusal?: string | undefined
  /** Why no mail can be sent now. Null: the server works. Undefined: this delivery does not show it. */
  blocked: string | null | undefined
  /** An interrupted retry: its own email may be the cause. */
  mayBeOwn?: boolean
  /** No try is left, and the last one failed neither for good nor because of the mailbox. */
  usedUp?: boolean
  cause?: unknown
}

/** @param mayLeave see `Mail.send` @throws LeaseExpired from mayLeave */
export async function deliver(
  parts: Parts,
  message: Letter,
  mayLeave: () => Promise<void>,
): Promise<Delivery> {
  // An address that another program wrote into the database may contain line breaks.
  const address = email.safeParse(message.email).data
  if (address === undefined) return failed(message, UNUSABLE_ADDRESS)
  let mail: Outgoing
  try {
    mail = compose({ ...message, email: address }, parts)
  } catch (error) {
    parts.log.error({ err: error, messageId: message.id }, 'a letter could not be made')
    return failed(message, NO_LETTER)
  }
  return send(parts, message, mail, mayLeave)
}

async function send(
  parts: Parts,
  message: Letter,
  mail: Outgoing,
  mayLeave: () => Promise<void>,
): Promise<Delivery> {
  let hasLeft = false
  const leave = async () => {
    await mayLeave()
    hasLeft = true
  }
  try {
    const smtp_response = await parts.mail.send(mail, leave)
    return { outcome: { ...settled(message), state: 'accepted', smtp_response }, blocked: null }
  } catch (error) {
    if (error instanceof LeaseExpired) throw error
    if (error instanceof DeliveryError) return afterFailure(parts, message, error)
    parts.log.error({ err: error, messageId: message.id }, 'a mail could not be sent')
    const unexpected = new DeliveryError('temporary', UNEXPECTED, { inDoubt: hasLeft })
    return { ...afterFailure(parts, message, unexpected), blocked: undefined }
  }
}

const failed = (message: Letter, error: string): Delivery => ({
  outcome: { ...settled(message), state: 'failed', error },
  blocked: undefined,
})

export const untried = (message: Letter, at: string): Outcome => ({
  ...settled(message),
  state: 'queued',
  next_attempt_at: at,
  counted: false,
})

/** The refusal concerns every mail, so this one waits like the others. */
export function asRefusalOfAll(
  { now }: Pick<Parts, 'now'>,
  message: Letter,
  refusal: string,
): Delivery {
  const words = `The mail server refuses every mail.${said({ response: refusal })}`
  const error = new DeliveryError('interrupted', words, { response: refusal })
  return afterFailure({ now }, message, error)
}

const settled = (message: Letter) => ({
  ids: idsOf(message),
  claim_id: message.claim_id,
  error: null,
  smtp_response: null,
  next_attempt_at: null,
  counted: true,
  in_doubt: false,
})

function afterFailure(
  { now }: Pick<Parts, 'now'>,
  message: Letter,
  failure: DeliveryError,
): Delivery {
  const { kind, message: error, response: smtp_response, inDoubt: in_doubt } = failure
  const blocked = OPENS_CIRCUIT.includes(kind) ? error : null
  const mayBeOwn = kind === 'interrupted' && message.attempts > 0
  const counted = kind !== 'unreachable'
  const outcome = { ...settled(message), error, smtp_response, in_doubt, counted }
  // The next try would be the third that may have arrived.
  const twice = in_doubt && message.in_doubt && message.attempts > 0
  const pause = counted ? PAUSES_MS[message.attempts] : 0
  if (kind === 'permanent' || pause === undefined || twice) {
    const refusal = kind === 'permanent' ? (smtp_response ?? undefined) : undefined
    const usedUp = kind !== 'permanent' && !twice && !isOfMailbox(smtp_response ?? '')
    return { outcome: { ...outcome, state: 'failed' }, blocked, mayBeOwn, refusal, usedUp }
  }
  const next_attempt_at = new Date(now().getTime() + pause).toISOString()
  return {
    outcome: { ...outcome, state: 'queued', next_attempt_at },
    blocked,
    mayBeOwn,
    cause: failure.cause,
  }
}

const PAGES: Record<LinkPurpose, string> = {
  answer: 'verify',
  confirm_email: 'confirm-email',
  not_me: 'not-me',
}

function compose(message: Letter, { config }: Pick<Parts, 'config'>): Outgoing {
  const content = contentOf(message, config)
  const values = valuesOf(message, content, config)
  const others = message.others.map((other) => valuesOf(other, content, config))
  // A notice names nobody: another person may read it.
  const isNamed = message.purpose === 'answer' && others.length === 0
  return {
    ...renderLetter(content, values, letterFirm(config), others),
    to: { name: isNamed ? fullName(message) : '', address: message.email },
    messageId: message.message_id,
  }
}

function valuesOf(
  message: ClaimedMessage & { token: string },
  { writtenIn = 'en' }: LetterContent,
  config: Config,
): LetterValues {
  const claimedOn = localDay(new Date(message.claimed_at), config.TIME_ZONE)
  return {
    ...message,
    country: message.country === US ? '' : countryName(message.country, writtenIn),
    due_date: message.due_on === null ? '' : longDay(message.due_on, writtenIn),
    link_expires: longDay(addDays(claimedOn, message.link_days), writtenIn),
    verificationUrl: `${linkHome(config)}/${PAGES[message.purpose]}/${message.token}`,
    own: (key: string) => ownText(message.own?.[key], writtenIn),
  }
}

/** Returns '' for a client without a value and for a deleted column. */
export function ownText(held: string | undefined, language: Language): string {
  const [, kind, value = ''] = /^(\w+):(.*)$/s.exec(held ?? '') ?? []
  return kind === 'date' ? longDay(value, language) : value
}

function contentOf(message: ClaimedMessage, config: Config): LetterContent {
  const { purpose, changed, answered_at } = message
  if (purpose === 'answer') return letterIn(message, message.language)
  const language = isLanguage(message.language) ? message.language : 'en'
  const firm = letterFirm(config)
  if (purpose === 'confirm_email') return confirmationLetter(firm, language)
  return receiptLetter(
    changed ?? [],
    longTime(answered_at!, config.TIME_ZONE, language),
    firm,
    language,
  )
}

/** 'November 23, 2026 at 4:12 PM' */
const longTime = (iso: string, timeZone: string, language: Language) =>
  new Date(iso).toLocaleString(LETTER_TEXTS[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })

const dayFormats = new Map<Language, Intl.DateTimeFormat>()

/** 'March 31, 2027' */
export function longDay(day: string, language: Language) {
  const { locale } = LETTER_TEXTS[language]
  // Making a format takes longer than the rest of the letter.
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(language, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}
