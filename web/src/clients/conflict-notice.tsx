import { type Client, COMPARED_FIELDS, FIELD_LABELS } from '@attest/contract/clients'
import { useFieldText } from './use-field-text.ts'

interface ConflictNoticeProps {
  /** The client when the editing began, and now. */
  before: Client | undefined
  now: Client | undefined
}

/** Someone else saved first: says what they changed and what saving again would do. */
export function ConflictNotice({ before, now }: ConflictNoticeProps) {
  const text = useFieldText()
  if (!before || !now || before.last_updated === now.last_updated) return null
  const theirs = COMPARED_FIELDS.filter((field) => before[field] !== now[field])
  return (
    <div role="alert" className="mb-5 rounded-md border border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">Someone changed this record while you edited it.</p>
      <dl className="my-1.5">
        {theirs.map((field) => (
          <div key={field} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-2">{FIELD_LABELS[field]}</dt>
            <dd className="wrap-anywhere">{text(field, now[field]) || 'empty'}</dd>
          </div>
        ))}
      </dl>
      <p>What you typed is still here: saving again puts it in place of theirs.</p>
    </div>
  )
}
