import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firm } from '../lib/firm.ts'
import { useSession } from '../lib/session.ts'
import { Mark } from '../ui/mark.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const { user, loading, expired } = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  useEffect(() => {
    if (user) void navigate({ href: ownPath(next), replace: true })
  }, [user, next, navigate])
  return (
    <main className="grid min-h-dvh place-items-center p-4 md:p-6">
      <title>{`Sign In · ${firm.name}`}</title>
      <Sheet className="w-full max-w-105 px-5 py-9 md:px-8.5">
        <h1 className="mb-7 flex flex-col items-center gap-3 text-center text-2xl">
          <Mark size={56} />
          {firm.name}
        </h1>
        {expired && (
          <p role="alert" className="mb-5 rounded-md bg-sunk px-4 py-3">
            Your session has ended. Please sign in again.
          </p>
        )}
        {loading || user ? (
          <p role="status" className="py-16 text-center text-ink-2">
            Loading...
          </p>
        ) : (
          <LoginForm />
        )}
      </Sheet>
    </main>
  )
}

/** Back to where one was, but never to another site: '//evil' and '/\evil' are addresses too. */
const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\])/.test(next) ? next : '/dashboard'
