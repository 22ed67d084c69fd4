import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import { localMinute } from '../local-time.ts'
import type { ReportedClient } from './report.ts'
import { DETAILS, resultWords } from './report-words.ts'

const COLUMNS: typeof DETAILS = [
  ['Client Number', (c) => c.client_number],
  ['Name', (c) => c.name],
  ['Email', (c) => c.email],
  ['Result', resultWords],
  ['Answered', (c, zone) => (c.answered_at ? localMinute(c.answered_at, zone) : '')],
  ...DETAILS,
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
