import { useLayoutEffect, useRef } from 'react'
import { DETAIL_LABELS } from './details.ts'
import type { OfficeChange } from './meanwhile.ts'

/** The office's changes while the page was open. Takes the focus with each new list. */
export function OfficeNotice({ changes }: { changes: OfficeChange[] }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list is what moves the focus
  useLayoutEffect(() => box.current?.focus(), [changes])
  return (
    <div className="office" role="alert" tabIndex={-1} ref={box}>
      <h2>Our office has changed your details</h2>
      <p>
        This happened while you had this page open. Your answer is not saved yet. Please look once
        more, then answer again below.
      </p>
      <dl>
        {changes.map(({ field, here, typed, office }) => (
          <div key={field}>
            <dt>{DETAIL_LABELS[field]}</dt>
            <dd>
              {typed ? 'You typed: ' : 'You saw: '}
              <b>{here.trim() || 'nothing'}</b>
            </dd>
            <dd>
              We have now: <b>{office.trim() || 'nothing'}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        What stands on the envelope above is what will be sent
        {changes.some(({ typed }) => typed) && ', with what you typed'}.
      </p>
    </div>
  )
}
