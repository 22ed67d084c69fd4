import { CircleAlert } from 'lucide-react'
import { messageOf, readFailure } from '../lib/call.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Something could not be read; `text` says why. */
export function ErrorState(props: { title: string; text?: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={props.title}
        text={props.text}
        action={<Button onClick={props.onRetry}>Try Again</Button>}
      />
    </div>
  )
}

interface ReadErrorProps {
  title: string
  /** Replaces our own words if the server gives no reason. */
  fallback?: string
  reading: { data: unknown; error: Error | null; refetch: () => unknown }
}

/** Shown in place of data that could not be read. */
export function ReadError({ title, fallback, reading: { data, error, refetch } }: ReadErrorProps) {
  if (!error || data) return null
  const text = fallback ? messageOf(error, fallback) : readFailure(error)
  return <ErrorState title={title} text={text} onRetry={() => void refetch()} />
}
