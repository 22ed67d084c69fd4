import type { RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { counted, formatNumber } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Callee } from './use-calling.ts'

interface CallsDoneProps {
  round: RoundPage
  rows: Callee[]
  called: ReadonlySet<number>
  onCall: (place: number) => void
}

/** Outside the component: a new function would take the focus at each render. */
const focus = (box: HTMLElement | null) => box?.focus()

export function CallsDone({ round, rows, called, onCall }: CallsDoneProps) {
  const skipped = rows.filter((row) => !row.settled && !called.has(row.client_id))
  const back = (
    <Link
      to="/rounds/$id"
      params={{ id: String(round.id) }}
      className={buttonClass({ variant: skipped.length > 0 ? 'secondary' : 'primary' })}
    >
      Back to {round.name}
    </Link>
  )
  return (
    <Sheet>
      <div ref={focus} tabIndex={-1} className="outline-none">
        <EmptyState
          icon={CircleCheck}
          title={`${formatNumber(called.size)} of ${counted(rows.length, 'client', 'clients')} called`}
          action={
            <div className="flex flex-wrap justify-center gap-2.5">
              {skipped.length > 0 && (
                <Button variant="primary" onClick={() => onCall(rows.indexOf(skipped[0]!))}>
                  Call {counted(skipped.length, 'Skipped Client', 'Skipped Clients')}
                </Button>
              )}
              {back}
            </div>
          }
        />
      </div>
    </Sheet>
  )
}
