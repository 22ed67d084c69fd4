import { listClients, type StatusFilter } from '@attest/contract/clients'
import { getCharts, getStats, type Stats } from '@attest/contract/dashboard'
import { useRead } from './use-read.ts'

/** Several parts of a screen read the figures as it opens (decision 21). */
const JUST_READ_MS = 2000

export const useStats = () =>
  useRead(getStats, { queryKey: ['stats'], refetchOnMount: true, staleTime: JUST_READ_MS })

export const countIn = (stats: Stats, status: StatusFilter) =>
  stats[status === 'all' ? 'totalUsers' : status]

export const useCharts = () => useRead(getCharts, { queryKey: ['charts'] })

export const recentKey = ['clients', 'recent']

export const useRecentUpdates = () =>
  useRead(listClients, { query: { limit: 5 }, queryKey: recentKey })
