import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import type { Pools } from '../db/open.ts'
import { type Chosen, clientRows, HEADINGS } from './client-rows.ts'

export async function* csvOf(
  pools: Pick<Pools, 'openClient'>,
  chosen: Chosen,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for await (const rows of clientRows(pools, chosen)) yield csvLines(rows)
}
