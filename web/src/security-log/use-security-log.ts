import { listSecurityLog } from '@attest/contract/security-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../lib/call.ts'

export const LogQuery = listSecurityLog.query
export type LogQuery = z.output<typeof LogQuery>

export const useSecurityLog = (query: LogQuery) =>
  useQuery({
    queryKey: ['security-log', query],
    queryFn: ({ signal }) => call(listSecurityLog, { query }, signal),
    placeholderData: keepPreviousData,
  })
