import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { firm } from '../lib/firm.ts'
import { useSession } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Entrance, Notice, Waiting } from './entrance.tsx'
import { LoginForm } from './login-form.tsx'
import { leaveForProvider } from './provider.ts'
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

/** Sign-in at the firm's own identity providers. `next`: the page to return to. */
function ProviderButtons({ next }: { next: string | undefined }) {
  const leave = (name: string) =>
    leaveForProvider(name, next).catch(() =>
      toast({
        title: 'Login Failed',
        text: 'Single sign-on needs an address that begins with https.',
        tone: 'danger',
      }),
    )
  return (
    <div className="mt-5 grid gap-2.5 border-t border-line pt-5">
      {firm.providers.map(({ name, label }) => (
        <Button key={name} onClick={() => void leave(name)}>
          Sign in with {label}
        </Button>
      ))}
    </div>
  )
}

/** Back to the page that was asked for, never to another site: '//evil', '/\evil' and '/', tab, '/evil' are addresses too. */
const ownPath = (next: string | undefined) =>
  next && /^\/(?![/\\\s])/.test(next) ? next : '/dashboard'
