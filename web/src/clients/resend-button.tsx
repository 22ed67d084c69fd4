import { fullName } from '@attest/contract/client-fields'
import type { ReadClient } from '@attest/contract/clients'
import { resendEmail } from '@attest/contract/mailings'
import { getLastAnswer } from '@attest/contract/recorded-answers'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isGone, isUnanswered } from '../lib/call.ts'
import { formatDay } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { requestIdOf, untilConfirmed } from '../mailings/unconfirmed-sends.ts'
import { outboxToast } from '../outbox/outbox-note.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { clientOptions, type Listed, type ListedClient } from './use-clients.ts'

export function ResendButton({ client }: { client: ListedClient }) {
  const { start, isPending, question } = useResendQuestion(client)
  return (
    <>
      <Button
        size="sm"
        // As wide as the longer word, so the button does not move when its word changes.
        className="min-w-17"
        aria-label={`${sendWord(client)} the verification email to ${fullName(client)}`}
        blocked={isPending}
        onClick={start}
      >
        {sendWord(client)}
      </Button>
      {question}
    </>
  )
}

export const sendWord = ({ emailed }: Pick<ReadClient, 'emailed'>) => (emailed ? 'Resend' : 'Send')

/** Resends at once to a pending client. Confirms first if the client has answered. */
export function useResendQuestion(client: ReadClient | ListedClient) {
  const { resend, isPending } = useResendEmail(client)
  const [asking, setAsking] = useState(false)
  const answered = client.status === 'confirmed' || client.status === 'updated'
  const question = asking && (
    <Question client={client} onConfirm={resend} onClose={() => setAsking(false)} />
  )
  return { isPending, start: answered ? () => setAsking(true) : resend, question }
}

interface QuestionProps {
  client: ReadClient | ListedClient
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
      title={`${sendWord(client)} Email`}
      text={`${first_name} ${did}${data?.at ? ` on ${formatDay(data.at)}` : ''}. Ask again?`}
      action="Ask Again"
      harmless
      onConfirm={onConfirm}
    />
  )
}

const UNSURE =
  'The server did not confirm the email, so it may have been sent. Press the button once more: the client gets it only once.'

function useResendEmail({ id, status: shown }: Pick<ListedClient, 'id' | 'status'>) {
  const target = `client ${id}` as const
  const { isPending, mutate } = useAction(
    resendEmail,
    {
      // Without the lists, which `renewInPlace` updates.
      refreshes: [
        'client',
        'history',
        'stats',
        'charts',
        'messages',
        'timeline',
        'mailings',
        'mailing',
        'rounds',
        'round',
        'outstanding',
      ],
      renews: (queries) => void renewInPlace(queries, id),
      success: ({ message: text, code }) => {
        if (code === 'pending_again') return { title: 'Pending Again', text }
        if (code === 'email_waiting') return { title: 'Email waiting', text }
        return code === 'written_to_outbox' ? outboxToast('Email') : { title: 'Email sent', text }
      },
      failure: (error) =>
        isUnanswered(error)
          ? { title: 'Email not confirmed', text: UNSURE }
          : { title: 'Failed to send email', text: 'Failed to resend email' },
    },
    (endpoint, input) => untilConfirmed(target, call(endpoint, input)),
  )
  const status = shown === 'deleted' ? undefined : shown
  const resend = () => mutate({ params: { id }, body: { requestId: requestIdOf(target), status } })
  return { resend, isPending }
}

/** Updates the client's row in its place: if rows moved, the next press could hit the wrong client. */
async function renewInPlace(queries: QueryClient, id: number): Promise<void> {
  const lists = { queryKey: ['clients'] }
  await queries.invalidateQueries({ ...lists, refetchType: 'none' })
  const now = await queries
    .fetchQuery(clientOptions(id))
    .catch((error) => (isGone(error) ? { status: 'deleted' as const } : undefined))
  if (!now) return
  for (const query of queries.getQueryCache().findAll(lists)) {
    const list = query.state.data as Listed | undefined
    const users = list?.users.map((client) => (client.id === id ? { ...client, ...now } : client))
    // setData would mark the list as up to date.
    query.setState({ data: list && { ...list, users } })
  }
}
