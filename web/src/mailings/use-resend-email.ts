import { resendEmail } from '@attest/contract/mailings'
import type { QueryClient } from '@tanstack/react-query'
import { clientOptions, type Listed } from '../clients/use-clients.ts'
import { call, isGone, isUnanswered } from '../lib/call.ts'
import { useAction } from '../lib/use-action.ts'
import { outboxToast } from '../outbox/outbox-toast.ts'
import { requestIdOf, untilConfirmed } from './unconfirmed-sends.ts'

const UNSURE =
  'The server did not confirm the email, so it may have been sent. Press Resend once more: the client gets it only once.'

export function useResendEmail(id: number) {
  const target = `client ${id}` as const
  const { isPending, mutate } = useAction(
    resendEmail,
    {
      // Not the lists: see renewInPlace.
      refreshes: [
        'client',
        'history',
        'stats',
        'charts',
        'messages',
        'mailings',
        'mailing',
        'rounds',
        'round',
        'outstanding',
      ],
      renews: (queries) => void renewInPlace(queries, id),
      success: ({ message: text, code }) => {
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
  const resend = () => mutate({ params: { id }, body: { requestId: requestIdOf(target) } })
  return { resend, isPending }
}

/** Renews the client's row where it is: rows that change places would lead the next press to the wrong client. */
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
    // Not by setData, which would mark the list as up to date.
    query.setState({ data: list && { ...list, users } })
  }
}
