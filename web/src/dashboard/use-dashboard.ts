import { listClients } from '@attest/contract/clients'
import { getStats } from '@attest/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

/** How often the dashboard's "Live" parts ask anew while their tab is in sight. */
const LIVE_MS = 5000

interface Watching {
  live?: boolean
}

export const useStats = ({ live = false }: Watching = {}) =>
  useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(getStats, {}, signal),
    refetchInterval: live && LIVE_MS,
  })

/** The clients whose records changed last; the dashboard shows the first two of five. */
export const useRecentUpdates = () =>
  useQuery({
    queryKey: ['clients', 'recent'],
    queryFn: ({ signal }) => call(listClients, { query: { limit: 5 } }, signal),
    refetchOnMount: 'always',
    refetchInterval: LIVE_MS,
  })
