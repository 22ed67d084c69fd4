import { CircleAlert } from 'lucide-react'
import { readFailure } from '../lib/call.ts'
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
        action={<Button onClick={props.onRetry}>Try again</Button>}
      />
    </div>
  )
}

interface ReadErrorProps {
  title: string
  reading: { data: unknown; error: Error | null; refetch: () => unknown }
}

/** Shown in place of data that could not be read. */
export const ReadError = ({ title, reading: { data, error, refetch } }: ReadErrorProps) =>
  error && !data ? (
    <ErrorState title={title} text={readFailure(error)} onRetry={() => void refetch()} />
  ) : null
