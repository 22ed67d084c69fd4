import type { Client } from '@attest/contract/clients'
import { getLastAnswer } from '@attest/contract/verification'
import { useState } from 'react'
import type { ListedClient } from '../clients/use-clients.ts'
import { formatDay } from '../lib/format.ts'
import { useRead } from '../lib/use-read.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useResendEmail } from './use-resend-email.ts'

/** Resends at once to a pending client; asks before a client who has answered is asked again. */
export function useResendQuestion(client: Client | ListedClient) {
  const { resend, isPending } = useResendEmail(client.id)
  const [asking, setAsking] = useState(false)
  const answered = client.status === 'confirmed' || client.status === 'updated'
  const question = asking && (
    <Question client={client} onConfirm={resend} onClose={() => setAsking(false)} />
  )
  return { isPending, start: answered ? () => setAsking(true) : resend, question }
}

interface QuestionProps {
  client: Client | ListedClient
  onConfirm: () => void
  onClose: () => void
}

function Question({ client, onConfirm, onClose }: QuestionProps) {
  const { id, first_name, status, last_updated } = client
  const { data } = useRead(getLastAnswer, {
    params: { id },
    queryKey: ['last answer', id, last_updated],
  })
  const did = status === 'confirmed' ? 'confirmed' : 'updated their details'
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Resend Email"
      text={`${first_name} ${did}${data?.at ? ` on ${formatDay(data.at)}` : ''}. Ask again?`}
      action="Ask Again"
      harmless
      onConfirm={onConfirm}
    />
  )
}
