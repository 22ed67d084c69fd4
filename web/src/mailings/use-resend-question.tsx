import type { Client } from '@attest/contract/clients'
import type { Change } from '@attest/contract/history'
import { useState } from 'react'
import type { ListedClient } from '../clients/use-clients.ts'
import { useChanges } from '../history/use-changes.ts'
import { formatDay } from '../lib/format.ts'
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
  const { data } = useChanges(client.id)
  const { first_name, status } = client
  const at = data && answeredAt(data, status)
  const did = status === 'confirmed' ? 'confirmed' : 'updated their details'
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Resend Email"
      text={`${first_name} ${did}${at ? ` on ${formatDay(at)}` : ''}. Ask again?`}
      action="Ask Again"
      harmless
      onConfirm={onConfirm}
    />
  )
}

function answeredAt(changes: Change[], status: string) {
  const isAnswer = ({ new_data }: Change) => JSON.parse(new_data)?.status === status
  return changes.find(isAnswer)?.timestamp
}
