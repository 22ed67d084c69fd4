import { firm } from '../lib/firm.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { leaveForProvider } from './provider.ts'

/** Sign-in at the firm's own identity providers. `next`: the page to return to. */
export function ProviderButtons({ next }: { next: string | undefined }) {
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
