import { matchColumns, sourcesOf } from '../server/src/imports/sheet/match-columns.ts'

/** @param rows of texts; without rows, only the headings count */
export const sources = (names: string[], ...rows: string[]) => {
  const samples = names.map((_, column) => rows.map((row) => row.split('|')[column] ?? ''))
  const columns = matchColumns(names, rows.length > 0 ? { samples, groups: ['VIP'] } : {})
  return Object.fromEntries(
    sourcesOf(columns).map(({ field, columns }) => [field, columns.map((at) => names[at])]),
  )
}
