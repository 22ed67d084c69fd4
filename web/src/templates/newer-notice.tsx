import type { Template } from '@attest/contract/templates'
import { FIELD_LABELS, FIELDS, valuesOf } from './template-values.ts'

interface NewerNoticeProps {
  /** The template when the editing began, and as someone else saved it. */
  before: Template
  now: Template
}

/** Someone else saved first: says what they changed and what saving again would do. */
export function NewerNotice({ before, now }: NewerNoticeProps) {
  const [old, theirs] = [valuesOf(before), valuesOf(now)]
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">
        Someone else changed this template while you edited it.
      </p>
      <dl className="my-1.5 grid gap-1.5">
        {FIELDS.filter((name) => old[name] !== theirs[name]).map((name) => (
          <div key={name}>
            <dt className="text-ink-2">{FIELD_LABELS[name]}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{theirs[name] || 'empty'}</dd>
          </div>
        ))}
      </dl>
      <p>What you typed is still here: saving again puts it in place of theirs.</p>
    </div>
  )
}
