import { listSecurityLog } from '@attest/contract/security-log'
import type * as z from 'zod/mini'
import { usePage } from '../lib/use-read.ts'

export const LogQuery = listSecurityLog.query
export type LogQuery = z.output<typeof LogQuery>

export const useSecurityLog = (query: LogQuery) =>
  usePage(listSecurityLog, { query, queryKey: ['security-log', query] })
