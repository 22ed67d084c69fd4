import { Link } from '@tanstack/react-router'
import { firm } from './lib/firm.ts'
import { buttonClass } from './ui/button.tsx'
import { Mark } from './ui/mark.tsx'

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
