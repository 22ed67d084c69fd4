import { Button } from '../ui/button.tsx'
import { useResendEmail } from './use-resend-email.ts'

export function ResendButton({ id, name }: { id: number; name: string }) {
  const { resend, isPending } = useResendEmail(id)
  return (
    <Button
      size="sm"
      aria-label={`Resend the verification email to ${name}`}
      blocked={isPending}
      onClick={resend}
    >
      Resend
    </Button>
  )
}
