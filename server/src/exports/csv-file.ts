import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'

export type Column<T> = readonly [heading: string, value: (item: T, timeZone: string) => string]

/** Written while the items are read. */
export async function* csvFile<T>(
  columns: readonly Column<T>[],
  batches: AsyncIterable<T[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([columns.map(([heading]) => heading)])
  for await (const batch of batches) {
    yield csvLines(batch.map((item) => columns.map(([, value]) => value(item, timeZone))))
  }
}
