import { FIELD_LABELS } from '@attest/contract/client-fields'
import { letterNumber } from '@attest/contract/letters'
import { OUTCOME_NAMES, REASON_NAMES } from '@attest/contract/outstanding'
import { excuseOf } from '@attest/contract/rounds'
import type { Column } from '../exports/client-rows.ts'
import { localMinute } from '../local-time.ts'
import type { ReportedClient, SentLetter } from './report-queries.ts'

const STATES: Record<ReportedClient['state'], string> = {
  ...REASON_NAMES,
  answered: 'Answered',
  excused: 'Excused',
  asked: 'No answer',
  letter: 'No answer to the letter',
  wrong_person: 'Reported as the wrong person’s address',
}

const isFailed = (state: string) => state === 'failed' || state === 'address_bounced'

const VIA = { link: 'by link', phone: 'by phone', letter: 'by letter', in_person: 'in person' }

/** 'Confirmed by phone', 'Email failed', 'Excused: deceased' */
export function resultWords({ state, reason, result, via, answers }: ReportedClient): string {
  if (result) return answerWords({ result, via, answered_by: answers.at(-1)?.answered_by ?? null })
  if (state === 'excused' && reason) return `Excused: ${excuseOf(reason)}`
  return state === 'reported_deceased' && reason ? `${STATES[state]} by ${reason}` : STATES[state]
}

type Told = Pick<ReportedClient, 'result' | 'via'> &
  Partial<Pick<ReportedClient['answers'][number], 'answered_by'>>

export const answerWords = ({ result, via, answered_by: helper }: Told) =>
  [
    result === 'updated' ? 'Updated' : 'Confirmed',
    via && VIA[via],
    helper && `by ${helper.name} (${helper.relation})`,
  ]
    .filter(Boolean)
    .join(' ')

/** Answers before the result, if the client was asked again or disputes the last one. */
const earlierWords = ({ answered_at, answers }: ReportedClient, timeZone: string) =>
  (answered_at ? answers.slice(0, -1) : answers)
    .map((answer) => `${answerWords(answer)} on ${localMinute(answer.at, timeZone)}`)
    .join('; ')

function excuseWords(client: ReportedClient, timeZone: string): string {
  const { state, excused_at, excused_by, excused_note } = client
  if (state !== 'excused' || !excused_at) return ''
  return [`${localMinute(excused_at, timeZone)} by ${excused_by}`, excused_note]
    .filter(Boolean)
    .join(': ')
}

const WRITTEN = 'kept in the outbox, not sent'

/** '3 emails (2 of them kept in the outbox, not sent)' */
export function countWords({ emails, written }: SentLetter): string {
  const count = emails === 1 ? '1 email' : `${emails} emails`
  if (written === 0) return count
  return `${count} (${written === emails ? '' : `${written} of them `}${WRITTEN})`
}

/** The emails' times, with a mark on those that failed or are only in the outbox. */
const emailWords = ({ emails }: ReportedClient, reminders: boolean, timeZone: string) =>
  emails
    .filter(({ kind }) => (kind === 'reminder') === reminders)
    .map(({ accepted_at, failed_at, written }) => {
      if (!accepted_at) return `${localMinute(failed_at!, timeZone)} (failed)`
      const time = localMinute(accepted_at, timeZone)
      return written ? `${time} (${WRITTEN})` : time
    })
    .join('; ')

/** 'Letter 1040 mailed 2027-03-02 09:00, came back 2027-03-12 10:00 (Moved)' */
function paperWords({ letters }: ReportedClient, timeZone: string): string {
  const told = letters.map(({ id, mailed_at, returned_at, returned_reason }) => {
    const mailed = `Letter ${letterNumber(id)} mailed ${localMinute(mailed_at, timeZone)}`
    if (!returned_at) return mailed
    return `${mailed}, came back ${localMinute(returned_at, timeZone)} (${returned_reason})`
  })
  return told.join('; ')
}

const callWords = ({ calls }: ReportedClient, timeZone: string) =>
  calls
    .map(({ at, outcome, admin_email, note }) =>
      [
        `${localMinute(at, timeZone)} ${OUTCOME_NAMES[outcome].toLowerCase()} (${admin_email})`,
        note,
      ]
        .filter(Boolean)
        .join(': '),
    )
    .join('; ')

/** 'City: Boston → Salem' for each corrected field of each answer. */
const changeWords = ({ answers }: ReportedClient) =>
  answers
    .flatMap(({ old, new: given }) =>
      Object.keys(old).map((field) => {
        const name = FIELD_LABELS[field as keyof typeof FIELD_LABELS] ?? field
        return `${name}: ${old[field] || 'none'} → ${given[field] || 'none'}`
      }),
    )
    .join('; ')

const recordedWords = ({ answers }: ReportedClient) =>
  answers
    .filter(({ admin }) => admin !== null)
    .map(({ admin, note }) => [`by ${admin}`, note].filter(Boolean).join(': '))
    .join('; ')

/** Columns of the CSV file after the result. In the PDF they are lines, without empty ones. */
export const DETAILS: readonly Column<ReportedClient>[] = [
  ['Asked', (client, zone) => emailWords(client, false, zone)],
  ['Reminded', (client, zone) => emailWords(client, true, zone)],
  ['Letters on Paper', paperWords],
  ['Why Email Failed', ({ state, reason }) => (isFailed(state) ? (reason ?? '') : '')],
  ['Calls', callWords],
  ['Excused', excuseWords],
  ['Earlier Answers', earlierWords],
  ['Changes', changeWords],
  ['Recorded', recordedWords],
]

export const CSV_COLUMNS: typeof DETAILS = [
  ['Client Number', (c) => c.client_number],
  ['Name', (c) => c.name],
  ['Email', (c) => c.email],
  ['Result', resultWords],
  ['Answered', (c, zone) => (c.answered_at ? localMinute(c.answered_at, zone) : '')],
  ...DETAILS,
]
