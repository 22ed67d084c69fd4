import { type Client, COMPARED_FIELDS, FIELD_LABELS } from '@attest/contract/clients'
import { useTemplateName } from '../templates/use-templates.ts'
import { NewerNotice } from '../ui/newer-notice.tsx'
import { fieldText } from './field-text.ts'

interface ConflictNoticeProps {
  /** The client when the editing began, and now. */
  before: Client | undefined
  now: Client | undefined
}

export function ConflictNotice({ before, now }: ConflictNoticeProps) {
  const templateName = useTemplateName()
  if (!before || !now || before.last_updated === now.last_updated) return null
  const theirs = COMPARED_FIELDS.filter((field) => before[field] !== now[field])
  return (
    <div className="mb-5">
      <NewerNotice
        title="Someone changed this record while you edited it."
        theirs={theirs.map((field) => ({
          label: FIELD_LABELS[field],
          text: fieldText(field, now[field], templateName),
        }))}
      />
    </div>
  )
}
