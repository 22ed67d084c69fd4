import { Link } from '@tanstack/react-router'
import { firm } from './lib/firm.ts'
import { Button, buttonClass } from './ui/button.tsx'
import { Mark } from './ui/mark.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center p-6 text-center">
      <title>{`Error Loading App · ${firm.name}`}</title>
      <Mark size={48} />
      <div role="alert" className="mt-5 mb-6">
        <h1 className="text-3xl">Error Loading App</h1>
        <p className="mt-2 text-ink-2 wrap-anywhere">
          {error instanceof Error ? error.message : String(error)}
        </p>
      </div>
      <Button onClick={() => location.reload()}>Try Again</Button>
    </main>
  )
}

export function NotFoundPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-140 flex-col items-center justify-center p-6 text-center">
      <title>{`Page Not Found · ${firm.name}`}</title>
      <Mark size={48} />
      <h1 className="mt-5 text-3xl">Page Not Found</h1>
      <p className="mt-2 mb-6 text-ink-2">
        There is nothing at this address. It may have been mistyped, or the page was deleted.
      </p>
      <Link to="/dashboard" className={buttonClass()}>
        Go to the dashboard
      </Link>
    </main>
  )
}
