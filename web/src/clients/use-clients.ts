import {
  type ClientQuery,
  createClient,
  deleteClient,
  deleteClients,
  getClient,
  listClients,
  updateClient,
} from '@attest/contract/clients'
import { resendEmail } from '@attest/contract/mailings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useAction } from '../lib/use-action.ts'

/** What is out of date once a client has changed. */
const TOUCHED = ['clients', 'client', 'history', 'stats', 'charts']

/** A page of them; `from` is the running number of its first. */
export const readClients = async (query: ClientQuery, signal: AbortSignal) => ({
  ...(await call(listClients, { query }, signal)),
  from: (query.page - 1) * query.limit + 1,
})

/** Opening the list asks anew, meanwhile what was last seen stands. A newer query drops the older's answer. */
export const useClients = (query: ClientQuery) =>
  useQuery({
    queryKey: ['clients', query],
    queryFn: ({ signal }) => readClients(query, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

const clientKey = ({ id }: { id: number }) => ['client', id]

export const useClient = (id: number) =>
  useQuery({
    queryKey: clientKey({ id }),
    queryFn: ({ signal }) => call(getClient, { params: { id } }, signal),
    refetchOnMount: 'always',
  })

export const useCreateClient = () =>
  useAction(createClient, {
    refreshes: TOUCHED,
    success: ({ first_name, last_name }) => ({
      title: 'Success',
      text: `User "${first_name} ${last_name}" created successfully.`,
    }),
    failure: { title: 'Failed to create user', text: 'Failed to create user' },
  })

/** The dialog's saving. */
export const useUpdateClient = () =>
  useAction(updateClient, {
    refreshes: TOUCHED,
    reads: clientKey,
    success: { title: 'Success', text: 'User updated successfully.' },
    failure: { title: 'Error', text: 'Failed to update user.' },
  })

/** The detail page's saving. */
export const useSaveClient = () =>
  useAction(updateClient, {
    refreshes: TOUCHED,
    reads: clientKey,
    success: { title: 'User updated successfully' },
    failure: { title: 'Update failed', text: 'Failed to update user information' },
  })

export const useDeleteClient = () =>
  useAction(deleteClient, {
    refreshes: ['clients', 'stats', 'charts'],
    success: { title: 'User deleted', text: 'User has been deleted successfully' },
    failure: { title: 'Failed to delete user', text: 'Failed to delete user' },
  })

export const useDeleteClients = () =>
  useAction(deleteClients, {
    refreshes: TOUCHED,
    success: ({ deleted }) =>
      deleted === 0
        ? { title: 'Nothing to delete', text: 'The selected user(s) had already been deleted.' }
        : {
            title: 'Bulk deletion completed',
            text: `${deleted} user(s) have been deleted successfully`,
          },
    failure: {
      title: 'Bulk deletion failed',
      text: 'Some users could not be deleted. Please try again.',
    },
  })

/** The server's word for a mail that has gone; any other tells why it has not gone yet. */
const RESENT = 'Verification email has been resent successfully'

export const useResendEmail = () =>
  useAction(resendEmail, {
    refreshes: [...TOUCHED, 'messages', 'mailings'],
    success: ({ message }) => ({
      title: message === RESENT ? 'Email sent' : 'Email waiting',
      text: message,
    }),
    failure: { title: 'Failed to send email', text: 'Failed to resend email' },
  })
