import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import { localMinute } from '../local-time.ts'
import type { ReportedClient } from './report.ts'
import {
  callWords,
  changeWords,
  earlierWords,
  emailWords,
  excuseWords,
  recordedWords,
  resultWords,
} from './report-words.ts'

type Column = readonly [
  heading: string,
  value: (client: ReportedClient, timeZone: string) => string,
]

const COLUMNS: readonly Column[] = [
  ['Client Number', (c) => c.client_number],
  ['Name', (c) => c.name],
  ['Email', (c) => c.email],
  ['Result', resultWords],
  ['Answered', (c, zone) => (c.answered_at ? localMinute(c.answered_at, zone) : '')],
  ['Earlier Answers', earlierWords],
  ['Excused', excuseWords],
  ['Recorded', recordedWords],
  ['Changes', changeWords],
  ['Asked', (c, zone) => emailWords(c, false, zone)],
  ['Reminded', (c, zone) => emailWords(c, true, zone)],
  ['Calls', callWords],
  ['Why Email Failed', (c) => (c.state === 'failed' ? (c.reason ?? '') : '')],
]

export async function* reportCsv(
  clients: AsyncIterable<ReportedClient[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([COLUMNS.map(([heading]) => heading)])
  for await (const batch of clients) {
    yield csvLines(batch.map((client) => COLUMNS.map(([, value]) => value(client, timeZone))))
  }
}
