import { fullName } from '@attest/contract/full-name'
import type { ListedClient } from '../clients/use-clients.ts'
import { Button } from '../ui/button.tsx'
import { useResendQuestion } from './use-resend-question.tsx'

export function ResendButton({ client }: { client: ListedClient }) {
  const { start, isPending, question } = useResendQuestion(client)
  return (
    <>
      <Button
        size="sm"
        aria-label={`Resend the verification email to ${fullName(client)}`}
        blocked={isPending}
        onClick={start}
      >
        Resend
      </Button>
      {question}
    </>
  )
}
