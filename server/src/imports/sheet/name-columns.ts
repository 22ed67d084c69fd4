import { valueText } from './clean-cell.ts'
import { slotOfHeader } from './column-headers.ts'
import type { Columns, Content, Source } from './match-columns.ts'

/** A column of whole names fills the last name if there is no better one, or where the first one is empty. */
export function withWholeNames(columns: Columns, headers: readonly string[], content: Content) {
  const { whole_name: [whole] = [], first_name, last_name } = columns
  if (whole === undefined) return
  const { samples = [], isUnseen } = content
  if (first_name && last_name) {
    const isAlone = (text: string, row: number) => text && !samples[first_name[0]!]![row]
    if (samples[whole]?.some(isAlone)) columns.last_name = [...last_name, whole]
    return
  }
  // Beside “Vorname”, “Name” is the last name.
  const first = first_name?.some((at) => /^vorname/i.test(headers[at]!))
  const isSplit = last_name || (first_name && !first)
  // The preview offers to split such a name. For “Lee Ann” the heading decides.
  const isOffered = hasCommas(samples[whole]) || !(isUnseen || /last.*first/i.test(headers[whole]!))
  if (!isSplit && (first || isOffered)) columns.last_name = [whole]
}

const hasCommas = (texts: readonly string[] = []) =>
  2 * texts.filter((text) => /^[^,]+, ?[^,]+$/.test(text)).length > texts.filter(Boolean).length

/** The columns of a row that are not read: the whole name, or the parts of the name if the first one is empty. */
export function unreadNamesFinder(headers: readonly string[], sources: readonly Source[]) {
  const columnsOf = (name: string) => sources.find(({ field }) => field === name)?.columns ?? []
  const [first, last] = [columnsOf('first_name'), columnsOf('last_name')]
  const whole = last.filter((at) => slotOfHeader(headers[at] ?? '') === 'whole_name')
  const parts = last.filter((at) => !whole.includes(at))
  if ([first, whole, parts].some(({ length }) => length === 0)) return () => []
  return (texts: readonly string[]) => {
    const textIn = (columns: number[]) => columns.map((at) => valueText(texts[at] ?? '')).join('')
    const isWhole = !textIn(first) && textIn(whole).includes(textIn(parts))
    return isWhole ? [...first, ...parts] : whole
  }
}
