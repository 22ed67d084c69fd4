import { resendEmail } from '@attest/contract/mailings'
import type { QueryClient } from '@tanstack/react-query'
import { clientOptions, type Listed } from '../clients/use-clients.ts'
import { isGone } from '../lib/call.ts'
import { useAction } from '../lib/use-action.ts'

export const useResendEmail = (id: number) =>
  useAction(resendEmail, {
    // Not the lists: see renewInPlace.
    refreshes: ['client', 'history', 'stats', 'charts', 'messages', 'mailings', 'mailing'],
    renews: (queries) => void renewInPlace(queries, id),
    success: ({ message, code }) => ({
      title: code === 'email_waiting' ? 'Email waiting' : 'Email sent',
      text: message,
    }),
    failure: { title: 'Failed to send email', text: 'Failed to resend email' },
  })

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
