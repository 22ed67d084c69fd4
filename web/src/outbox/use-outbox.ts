import { getOutboxMail, listOutbox } from '@attest/contract/outbox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../lib/call.ts'

export const OutboxQuery = listOutbox.query
export type OutboxQuery = z.output<typeof OutboxQuery>

/** Whoever tries the product looks at it while it fills. */
const LIVE_MS = 3000

export const useOutbox = (query: OutboxQuery) =>
  useQuery({
    queryKey: ['outbox', query],
    queryFn: ({ signal }) => call(listOutbox, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.error ? false : LIVE_MS),
  })

export const useOutboxMail = (id: string) =>
  useQuery({
    queryKey: ['outbox mail', id],
    queryFn: ({ signal }) => call(getOutboxMail, { params: { id } }, signal),
  })
