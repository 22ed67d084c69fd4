import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Something could not be read; `text` is the server's reason where it gave one. */
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
