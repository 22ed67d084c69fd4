import { getOutboxMail, listOutbox } from '@attest/contract/outbox'
import type * as z from 'zod/mini'
import { usePage, useRead } from '../lib/use-read.ts'

export const OutboxQuery = listOutbox.query
export type OutboxQuery = z.output<typeof OutboxQuery>

/** Rereads often, as people who try the product watch the outbox fill. */
const LIVE_MS = 3000

export const useOutbox = (query: OutboxQuery) =>
  usePage(listOutbox, { query, refetchInterval: ({ state }) => (state.error ? false : LIVE_MS) })

export const useOutboxMail = (id: string) => useRead(getOutboxMail, { params: { id } })
