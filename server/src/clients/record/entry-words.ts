import { FIELD_LABELS, formatPhone, rowOf } from '@attest/contract/client-fields'
import { languageName } from '@attest/contract/languages'
import { isOwnField, type OwnColumn, ownIdOf } from '@attest/contract/own-columns'
import { countryName } from '@attest/contract/place'
import type { TimelineEntry } from '@attest/contract/timeline'
import { localMinute } from '../../local-time.ts'
import { answerWords } from '../../rounds/report-words.ts'
import type { Source, Values } from './queries.ts'

export interface Dictionary {
  timeZone: string
  own: OwnColumn[]
  /** Names of templates and administrators by id. */
  names: Map<string, string>
}

export const timeWords = (iso: string, { timeZone }: Dictionary) => localMinute(iso, timeZone)

const asWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

export function labelOf(field: string, { own }: Dictionary): string {
  if (!isOwnField(field)) return FIELD_LABELS[field as 'status'] ?? asWords(field)
  return own.find(({ id }) => String(id) === ownIdOf(field))?.name ?? 'Deleted column'
}

const READ: Partial<Record<string, (value: string) => string>> = {
  country: countryName,
  phone: formatPhone,
  language: languageName,
}

export function valueWords(field: string, value: string | null | undefined, known: Dictionary) {
  if (!value) return 'none'
  const { kind = '' } = rowOf(field)
  const isId = kind === 'template' || isOwnField(field)
  return (isId && known.names.get(value)) || (READ[kind]?.(value) ?? value)
}

/** 'City: Boston → Salem' for a changed field, and 'City: Salem' for one that was stated as it was. */
const valueLines = (old: Values, now: Values, known: Dictionary): string[] =>
  Object.keys({ ...old, ...now }).map((field) => {
    const [before, after] = [old, now].map((values) => valueWords(field, values[field], known))
    return `${labelOf(field, known)}: ${field in old ? `${before} → ` : ''}${after}`
  })

const by = (who: string | null | undefined) => (who ? ` by ${who}` : '')

export function sourceWords(source: Source, known: Dictionary): string {
  const { at, via, result, file_name, row, action } = source
  const other = action.startsWith('merge') ? 'merge' : source.by ? 'office' : 'client'
  const place = row === null ? '' : `, row ${row}`
  const undo = row === null && action !== 'created' ? 'undo of the ' : ''
  const how = via
    ? answerWords({ result, via }).toLowerCase()
    : file_name && `${undo}import of ${file_name}${place}`
  return `${timeWords(at, known)}, ${how ?? other}${via && source.by ? ', recorded' : ''}${by(source.by)}`
}

/** Fields that are shown in another form, or are of no use to a reader. */
const UNTOLD = [
  ...['type', 'of', 'id', 'at', 'by', 'old', 'new', 'action', 'kind'],
  ...['attempts', 'next_attempt_at', 'answered_by'],
]

/** Lists an entry's fields as lines, without empty ones. The first line is the heading. */
export function tellEntry(entry: TimelineEntry, known: Dictionary): string[] {
  const isReview = entry.type === 'review'
  const name = 'action' in entry ? entry.action : isReview ? entry.outcome : entry.type
  const facts = isReview
    ? { fields: entry.fields.map((field) => labelOf(field, known)).join(', '), note: entry.note }
    : entry
  const words = entry.type === 'answer' ? answerWords(entry) : asWords(name)
  const kind = 'kind' in entry ? `: ${entry.kind.replace('_', ' ')}` : ''
  return [
    words + kind + (entry.type === 'answer' && entry.by ? ', recorded' : '') + by(entry.by),
    ...Object.entries(facts)
      .filter(([field, value]) => !UNTOLD.includes(field) && value)
      .map(([field, value]) => `${asWords(field)}: ${factWords(field, value, known)}`),
    ...('old' in entry ? valueLines(entry.old, entry.new, known) : []),
  ]
}

/** A round, a mailing or an import is an object with an id: its values are joined. */
const factWords = (field: string, value: unknown, known: Dictionary) =>
  field.endsWith('_at')
    ? timeWords(`${value}`, known)
    : [value].flatMap((each) => (typeof each === 'object' ? Object.values(each!) : each)).join(', ')
