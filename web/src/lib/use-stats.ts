import { listClients, type StatusFilter } from '@attest/contract/clients'
import { getCharts, getStats, type Stats } from '@attest/contract/dashboard'
import { useRead } from './use-read.ts'

/** The sidebar has just read them on the first screen (decision 21). */
const JUST_READ_MS = 2000

/** `fresh`: reads again on mount; the sidebar does not. */
export const useStats = ({ fresh = false } = {}) =>
  useRead(getStats, {
    queryKey: ['stats'],
    refetchOnMount: true,
    staleTime: fresh ? JUST_READ_MS : Number.POSITIVE_INFINITY,
  })

export const countIn = (stats: Stats, status: StatusFilter) =>
  stats[status === 'all' ? 'totalUsers' : status]

export const useCharts = () => useRead(getCharts, { queryKey: ['charts'] })

export const recentKey = ['clients', 'recent']

export const useRecentUpdates = () =>
  useRead(listClients, { query: { limit: 5 }, queryKey: recentKey })
