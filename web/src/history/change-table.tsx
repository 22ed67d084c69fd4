import { COMPARED_FIELDS } from '@attest/contract/clients'
import type { Change } from '@attest/contract/history'
import { fieldLabel } from '../clients/field-labels.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { PlainTable } from '../ui/table.tsx'

type Values = Record<string, string | null>

/** The fields that one change touched, before and after. */
export function ChangeTable({ change }: { change: Change }) {
  const templateName = useTemplateName()
  const before = parse(change.old_data)
  const after = parse(change.new_data)
  const fields = COMPARED_FIELDS.filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
  const text = (field: string, value: string | null | undefined) => {
    if (!value) return ''
    if (field === 'group_template') return templateName(value)
    if (field === 'status') return value.charAt(0).toUpperCase() + value.slice(1)
    return value
  }
  if (fields.length === 0) return <p className="text-ink-2">No field was changed.</p>
  return (
    <PlainTable head={['Field', 'Old Value', 'New Value']}>
      {fields.map((field) => (
        <tr key={field}>
          <td className="w-1/4">{fieldLabel(field)}</td>
          <td className="w-3/8 text-ink-3 wrap-anywhere">
            {before[field] ? <s>{text(field, before[field])}</s> : <Nothing />}
          </td>
          <td className="font-semibold wrap-anywhere">
            {after[field] ? text(field, after[field]) : <Nothing />}
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

/** JSON text of the changed fields; 'null' where there was nothing. */
const parse = (json: string): Values => (JSON.parse(json) as Values | null) ?? {}
