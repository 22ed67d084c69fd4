import { CircleAlert } from 'lucide-react'
import { messageOf, readFailure } from '../lib/call.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ReadErrorProps {
  title: string
  /** Replaces our own words if the server gives no reason. */
  fallback?: string
  reading: { data?: unknown; error: unknown; refetch: () => unknown }
}

/** Shown in place of data that could not be read. */
export function ReadError({ title, fallback, reading: { data, error, refetch } }: ReadErrorProps) {
  if (!error || data) return null
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={title}
        text={fallback ? messageOf(error, fallback) : readFailure(error)}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    </div>
  )
}
