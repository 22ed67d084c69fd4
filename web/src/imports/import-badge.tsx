import type { ImportSummary } from '@attest/contract/imports'
import { Ban, Check, CircleAlert, Clock, Undo2 } from 'lucide-react'
import { Badge, UNKNOWN_STATE } from '../ui/badge.tsx'

type State = ImportSummary['state'] | 'sending' | 'completed'

const AT_WORK = 'bg-accent-soft text-accent'

const LOOKS: Record<State, Parameters<typeof Badge>[0]> = {
  running: { label: 'Importing', icon: Clock, colour: AT_WORK },
  sending: { label: 'Sending emails', icon: Clock, colour: AT_WORK },
  undoing: { label: 'Undoing', icon: Clock, colour: AT_WORK },
  finished: { label: 'Imported', icon: Check },
  completed: { label: 'Imported', icon: Check },
  canceled: { label: 'Canceled', icon: Ban },
  undone: { label: 'Undone', icon: Undo2 },
  failed: { label: 'Failed', icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
}

export function ImportBadge(props: { state: State; done?: number; total?: number }) {
  const { state, done = 0, total = 0 } = props
  const { label, ...look } = LOOKS[state] ?? UNKNOWN_STATE
  const isMoving = state === 'running' || state === 'undoing'
  const share = isMoving && total > 0 ? ` ${Math.floor((100 * done) / total)}%` : ''
  return <Badge label={label + share} {...look} />
}
