import type { Change } from '@attest/contract/history'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ChangeItem } from './change-item.tsx'

/** Records drawn at a time: ten thousand would block the page for seconds. */
export const AT_ONCE = 100

interface ChangeRowsProps {
  changes: Change[]
  selected: ReadonlySet<number>
  busy: boolean
  onSelect: (id: number, on: boolean) => void
  onDelete: (id: number) => void
}

export function ChangeRows({ changes, selected, ...rest }: ChangeRowsProps) {
  const [drawn, setDrawn] = useState(AT_ONCE)
  const list = useRef<HTMLUListElement>(null)
  const showMore = () => {
    flushSync(() => setDrawn(drawn + AT_ONCE))
    // The button has moved down or vanished.
    list.current?.children[drawn]?.querySelector('input')?.focus()
  }
  return (
    <>
      <ul ref={list} aria-label="Changes">
        {changes.slice(0, drawn).map((change) => (
          <ChangeItem
            key={change.id}
            change={change}
            selected={selected.has(change.id)}
            {...rest}
          />
        ))}
      </ul>
      {changes.length > drawn && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 md:px-5.5">
          <p className="text-ink-2">
            Showing {formatNumber(drawn)} of {formatNumber(changes.length)} records
          </p>
          <Button size="sm" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
