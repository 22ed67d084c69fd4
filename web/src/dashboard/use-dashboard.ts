import { listClients } from '@attest/contract/clients'
import { getCharts, getStats } from '@attest/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

/** The sidebar has just read them on the first screen (decision 21). */
const JUST_READ_MS = 2000

/** `fresh`: reads again on mount; the sidebar does not. */
export const useStats = ({ fresh = false } = {}) =>
  useQuery({
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(getStats, {}, signal),
    refetchOnMount: ({ state }) =>
      !fresh || Date.now() - state.dataUpdatedAt < JUST_READ_MS ? true : 'always',
  })

export const useCharts = () =>
  useQuery({
    queryKey: ['charts'],
    queryFn: ({ signal }) => call(getCharts, {}, signal),
  })

export const recentKey = ['clients', 'recent']

export const useRecentUpdates = () =>
  useQuery({
    queryKey: recentKey,
    queryFn: ({ signal }) => call(listClients, { query: { limit: 5 } }, signal),
  })
