import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firm } from '../lib/firm.ts'
import { useSession } from '../lib/session.ts'
import { Entrance, Notice, Waiting } from './entrance.tsx'
import { LoginForm } from './login-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondStep } from './second-step.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string
    /** A message from the previous screen. */
    notice?: string
  }
}

export default function LoginPage() {
  const { user, loading, halfway, ended } = useSession()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const { notice, email } = useLocation().state
  const shown = ended === 'expired' ? 'Your session has ended. Please sign in again.' : notice
  const navigate = useNavigate()
  useEffect(() => {
    if (user) void navigate({ href: ownPath(next), replace: true })
  }, [user, next, navigate])
  if (halfway) {
    return (
      <Entrance title="Sign In">
        <SecondStep halfway={halfway} />
      </Entrance>
    )
  }
  return (
    <Entrance title="Sign In">
      {shown && <Notice>{shown}</Notice>}
      {loading || user ? (
        <Waiting />
      ) : (
        <>
          <LoginForm email={email} />
          {firm.providers.length > 0 && <ProviderButtons next={next} />}
        </>
      )}
    </Entrance>
  )
}

/** Back to the page that was asked for, never to another site: '//evil', '/\evil' and '/', tab, '/evil' are addresses too. */
const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\\s])/.test(next) ? next : '/dashboard'
