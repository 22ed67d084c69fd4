import type { Db } from '../db/schema.ts'
import { type Column, csvFile } from '../exports/csv-file.ts'
import { localMinute as localTime } from '../local-time.ts'
import { listMessagesAfter, type MessageQuery, type MessageRecord } from './message-list.ts'

const PAGE = 1000

const WORDS: Record<MessageRecord['state'], string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  accepted: 'Sent',
  failed: 'Failed',
  canceled: 'Canceled',
}

const ANSWERS = { confirmed: 'Confirmed', updated: 'Updated' }

const isWritten = ({ state, provider }: MessageRecord) =>
  state === 'accepted' && provider === 'outbox'

const COLUMNS: readonly Column<MessageRecord>[] = [
  ['Client Number', (m) => m.client_number ?? ''],
  ['First Name', (m) => m.first_name ?? ''],
  ['Last Name', (m) => m.last_name ?? ''],
  ['Email', (m) => m.email],
  ['Result', (m) => (isWritten(m) ? 'In the outbox' : WORDS[m.state])],
  ['Time', (m, zone) => (m.settled_at ? localTime(m.settled_at, zone) : '')],
  ['Answer', (m) => (m.answer ? ANSWERS[m.answer] : '')],
  ['Answered', (m, zone) => (m.answered_at ? localTime(m.answered_at, zone) : '')],
  ['Tries', (m) => String(m.attempts)],
  ['May Have Arrived Twice', (m) => (m.in_doubt ? 'yes' : '')],
  ['Reason', (m) => m.error ?? ''],
  ['Server Answer', (m) => m.smtp_response ?? ''],
  ['Provider', (m) => m.provider ?? ''],
  ['Template', (m) => m.template_id],
  ['Template Version', (m) => String(m.template_version ?? '')],
  ['Message ID', (m) => m.message_id],
]

export const messagesCsv = (db: Db, query: MessageQuery, timeZone: string) =>
  csvFile(COLUMNS, pagesOf(db, query), timeZone)

async function* pagesOf(db: Db, query: MessageQuery) {
  for (let last = 0; ; ) {
    const page = await listMessagesAfter(db, query, last, PAGE)
    if (page.length === 0) return
    yield page
    last = page.at(-1)!.id
  }
}
