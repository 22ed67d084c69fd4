import { fullName } from '@attest/contract/client-fields'
import type { Client, ClientQuery, ReadClient, StatusFilter } from '@attest/contract/clients'
import * as calls from '@attest/contract/clients'
import { endDispute, endReport, getDispute } from '@attest/contract/disputes'
import { recordAnswer } from '@attest/contract/recorded-answers'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { CallError, call } from '../lib/call.ts'
import { action, mayRetry, unlessAtField } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'

export type ChangeQuery = (changes: Partial<ClientQuery>, options?: { replace?: boolean }) => void

export const STATUSES: [StatusFilter, string][] = [
  ['all', 'All Status'],
  ['confirmed', 'Confirmed'],
  ['updated', 'Updated'],
  ['pending', 'Pending'],
]

/** A deleted client's row stays until the list is read again. */
export type ListedClient = Omit<ReadClient, 'status'> & { status: ReadClient['status'] | 'deleted' }

export interface Listed {
  users: ListedClient[]
  total: number
}

/** `from` is the running number of the first row. */
async function readClients(query: ClientQuery, signal: AbortSignal) {
  const page: Listed = await call(calls.listClients, { query }, signal)
  return { ...page, from: (query.page - 1) * query.limit + 1 }
}

export const useClients = (query: ClientQuery) =>
  useQuery({
    queryKey: ['clients', query],
    queryFn: ({ signal }) => readClients(query, signal),
    placeholderData: keepPreviousData,
  })

const clientKey = ({ id }: { id: number }) => ['client', id]

export const clientOptions = (id: number) =>
  queryOptions({
    queryKey: clientKey({ id }),
    queryFn: ({ signal }) => call(calls.getClient, { params: { id } }, signal),
  })

export const useClient = (id: number) => useQuery(clientOptions(id))

export const useCreateClient = action(calls.createClient, {
  success: (client) => ({
    title: 'Success',
    text: `User "${fullName(client)}" created successfully.`,
  }),
  failure: unlessAtField({ title: 'Failed to create user', text: 'Failed to create user' }),
})

export const useUpdateClient = action(calls.updateClient, {
  reads: clientKey,
  success: (client, { body }) => ({
    title: 'Success',
    text: `User updated successfully. ${askAgain(client, body)}`.trim(),
  }),
  failure: unlessAtField({ title: 'Error', text: 'Failed to update user.' }),
})

/** A link that went to the former email has ended. */
const askAgain = ({ status }: Client, { email }: { email?: string }) =>
  email && status === 'pending' ? 'Send an email to ask at the new address.' : ''

export const useSaveClient = action(calls.updateClient, {
  reads: clientKey,
  success: (client, { body }) => ({
    title: 'User updated successfully',
    text: askAgain(client, body),
  }),
  failure: unlessAtField({ title: 'Update failed', text: 'Failed to update user information' }),
})

/** The dialog shows the server's message about a field. */
export const useRecordAnswer = action(recordAnswer, {
  reads: clientKey,
  success: (client) => ({
    title: client.status === 'updated' ? 'Recorded: Updated' : 'Recorded: Confirmed',
    text: fullName(client),
  }),
  failure: unlessAtField(mayRetry('Answer not recorded', 'The answer could not be recorded.')),
})

export const useExcuseClient = action(calls.excuseClient, {
  reads: clientKey,
  success: (client) => ({ title: 'Will not be asked', text: fullName(client) }),
  failure: mayRetry('Not saved', 'The client could not be marked.'),
})

export const useAdmitClient = action(calls.admitClient, {
  reads: clientKey,
  success: (client) => ({ title: 'May be asked again', text: fullName(client) }),
  failure: mayRetry('Not saved', 'The mark could not be removed.'),
})

export const useDispute = ({ id, disputed_at }: Pick<Client, 'id' | 'disputed_at'>) =>
  useRead(getDispute, {
    params: { id },
    // With the time, as a later dispute is about another answer.
    queryKey: ['dispute', id, disputed_at],
  })

export const useEndDispute = action(endDispute, {
  reads: clientKey,
  success: (client, { body }) => ({
    title: body.restore ? 'Details restored' : 'Dispute ended',
    text: fullName(client),
  }),
  failure: mayRetry('Not saved', 'The dispute could not be ended.'),
})

export const useEndReport = action(endReport, {
  reads: clientKey,
  success: (client) => ({ title: 'Emails go again', text: fullName(client) }),
  failure: mayRetry('Not saved', 'The report could not be ended.'),
})

export const useDeleteClient = action(calls.deleteClient, {
  // Without the client: its page would say 'deleted' while it is being left.
  refreshes: ['clients', 'stats', 'charts'],
  success: { title: 'User deleted', text: 'User has been deleted successfully' },
  failure: { title: 'Failed to delete user', text: 'Failed to delete user' },
})

export const useDeleteClients = action(calls.deleteClients, {
  success: ({ deleted }) =>
    deleted === 0
      ? { title: 'Nothing to delete', text: 'The selected user(s) had already been deleted.' }
      : {
          title: 'Bulk deletion completed',
          text: `${deleted} user(s) have been deleted successfully`,
        },
  failure: (error) =>
    error instanceof CallError && error.status === 0
      ? {
          title: 'Deletion not confirmed',
          text: 'The server may still be deleting. Look at the list in a minute before you try again.',
        }
      : {
          title: 'Bulk deletion failed',
          text: 'Some users could not be deleted. Please try again.',
        },
})
