import type { RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { counted, formatNumber } from '../lib/format.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Panel } from '../ui/panel.tsx'
import type { CallResults } from './use-call-desk.ts'
import type { Callee } from './use-calling.ts'

interface CallsDoneProps {
  round: RoundPage
  rows: Callee[]
  results: CallResults
  onCall: (place: number) => void
}

/** Outside the component: a new function would take the focus at each render. */
const focus = (box: HTMLElement | null) => box?.focus()

export function CallsDone({ round, rows, results, onCall }: CallsDoneProps) {
  const skipped = rows.filter((row) => !row.settled && !results.has(row.client_id))
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
    <Panel>
      <div ref={focus} tabIndex={-1} className="outline-none">
        <EmptyState
          icon={CircleCheck}
          title={`${formatNumber(results.size)} of ${counted(rows.length, 'client', 'clients')} called`}
          text={summary(results)}
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
    </Panel>
  )
}

/** '7 answers, 3 messages left, 2 will answer, 5 did not pick up.' */
function summary(results: CallResults) {
  const count = (result: string) => [...results.values()].filter((each) => each === result).length
  const parts = [
    [count('answered'), counted(count('answered'), 'answer', 'answers')],
    [count('left_message'), counted(count('left_message'), 'message left', 'messages left')],
    [count('will_answer'), `${count('will_answer')} will answer`],
    [count('no_answer'), `${count('no_answer')} did not pick up`],
  ] as const
  const shown = parts.filter(([n]) => n > 0).map(([, words]) => words)
  return shown.length > 0 ? `This time: ${shown.join(', ')}.` : undefined
}
