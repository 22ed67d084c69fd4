import { CircleAlert } from 'lucide-react'
import { messageOf, readFailure } from '../lib/call.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Panel } from './panel.tsx'

interface ReadErrorProps {
  title: string
  /** Replaces our own words if the server gives no reason. */
  fallback?: string
  reading: { data?: unknown; error: unknown; refetch: () => unknown }
  inPanel?: boolean
}

export function ReadError({ title, fallback, reading, inPanel }: ReadErrorProps) {
  const { data, error, refetch } = reading
  if (!error || data) return null
  const state = (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={title}
        text={fallback ? messageOf(error, fallback) : readFailure(error)}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    </div>
  )
  return inPanel ? <Panel>{state}</Panel> : state
}
