import { COMPARED_FIELDS } from '@attest/contract/client-fields'
import type { Change } from '@attest/contract/history'
import { isOwnField } from '@attest/contract/own-columns'
import { formatDateTime, formatExactTime } from '../lib/format.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { PlainTable } from '../ui/table.tsx'
import { fieldLabel, fieldText } from './field-text.ts'

const FIELDS = [
  ...COMPARED_FIELDS,
  'excused_reason',
  'merged',
  'said',
  'filename',
  'file_size',
  'category',
]

export type Values = Record<string, string | null | undefined>

const EVENTS: Partial<Record<Change['action'], string>> = {
  restored: 'The client came back from the trash.',
  disputed: 'The client said about an answer: “This was not me.”',
  dispute_ended: 'The dispute about an answer was ended.',
  report_ended: 'The report of a link’s holder was ended.',
}

export function ChangeTable({ change }: { change: Change }) {
  const own = useOwnTexts()
  const templateName = (id: string) => change.templates[id] ?? id
  const rows = changedRows(parse(change.old_data), parse(change.new_data), templateName, own)
  if (rows.length === 0)
    return <p className="text-ink-2">{EVENTS[change.action] ?? 'No field was changed.'}</p>
  return (
    <PlainTable head={['Field', 'Old Value', 'New Value']}>
      {rows.map(({ label, before, after }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deleted columns have one name
        <tr key={n}>
          <td className="w-1/4">{label}</td>
          <td className="w-3/8 whitespace-pre-wrap text-ink-3 wrap-anywhere">
            {before ? <s>{before}</s> : <Nothing />}
          </td>
          <td className="font-semibold whitespace-pre-wrap wrap-anywhere">
            {after || <Nothing />}
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

const Nothing = () => (
  <>
    <span aria-hidden className="text-ink-3">
      —
    </span>
    <span className="sr-only">empty</span>
  </>
)

/** Rows in the order of the forms; own columns come last. */
export function changedRows(
  before: Values,
  after: Values,
  templateName: (id: string) => string,
  own: ReturnType<typeof useOwnTexts>,
) {
  const isChanged = (field: string) => (before[field] ?? '') !== (after[field] ?? '')
  const ownFields = Object.keys({ ...before, ...after }).filter(isOwnField)
  return [
    ...FIELDS.filter(isChanged).map((field) => ({
      label: fieldLabel(field),
      before: fieldText(field, before[field], templateName),
      after: fieldText(field, after[field], templateName),
    })),
    ...ownFields.filter(isChanged).map((field) => ({
      label: own.label(field),
      before: own.text(field, before[field]),
      after: own.text(field, after[field]),
    })),
  ]
}

/** `json` holds the changed fields; 'null' if there were none. */
const parse = (json: string): Values => (JSON.parse(json) as Values | null) ?? {}

/** Shows local time. The tooltip and screen readers get seconds and time zone. */
export function ChangeTime({ at }: { at: string }) {
  const exact = formatExactTime(at)
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden>{formatDateTime(at)}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
