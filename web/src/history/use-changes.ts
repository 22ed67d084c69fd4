import { listChanges } from '@attest/contract/history'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

export const useChanges = (clientId: number) =>
  useQuery({
    queryKey: ['history', clientId],
    queryFn: ({ signal }) => call(listChanges, { params: { id: clientId } }, signal),
  })
