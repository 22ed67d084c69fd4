import {
  listOutstanding,
  type OutstandingClient,
  type RoundPage,
  recordCall,
} from '@attest/contract/rounds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isUnanswered } from '../lib/call.ts'
import { mayRetry, useAction } from '../lib/use-action.ts'
import { isEmailOver } from './round-words.ts'

/** `settled`: the client has answered meanwhile, is excused or can be emailed again. */
export type Callee = OutstandingClient & { settled: boolean }

const PAGE = 100
/** More than anybody calls before they open the screen again. */
const MOST = 1000

type Reasons = readonly ('unreachable' | 'asked')[]

async function readCallees(id: number, reasons: Reasons, signal: AbortSignal) {
  const clients: OutstandingClient[] = []
  for (const reason of reasons) {
    for (let page = 1, left = 1; left > 0 && clients.length < MOST; page++) {
      const query = { reason, page, limit: PAGE }
      const reply = await call(listOutstanding, { params: { id }, query }, signal)
      clients.push(...reply.clients)
      left = reply.clients.length === 0 ? 0 : reply.total - page * PAGE
    }
  }
  return clients
}

const lastCall = ({ calls }: OutstandingClient) => calls[0]?.at ?? ''

/** Clients who were never called come first, then the oldest last calls. */
const inOrder = (clients: OutstandingClient[]) =>
  [...clients]
    .sort((one, other) => lastCall(one).localeCompare(lastCall(other)))
    .map((client) => ({ ...client, settled: false }))

/** Keeps everyone's place: a list that moves would lead a result to the wrong client. */
function merge(rows: Callee[], clients: OutstandingClient[]): Callee[] {
  const fresh = new Map(clients.map((client) => [client.client_id, client]))
  const kept = rows.map((row) => {
    const now = fresh.get(row.client_id)
    fresh.delete(row.client_id)
    return { ...row, ...now, settled: !now }
  })
  return [...kept, ...inOrder([...fresh.values()])]
}

/** The clients to call, in an order that stays while the screen is open. */
export function useCallees(round: RoundPage) {
  // Decided once: a reminder that is planned now takes nobody off the list.
  const [reasons] = useState<Reasons>(() =>
    isEmailOver(round) ? ['unreachable', 'asked'] : ['unreachable'],
  )
  const reading = useQuery({
    queryKey: ['calling', round.id, reasons],
    queryFn: ({ signal }) => readCallees(round.id, reasons, signal),
    gcTime: 0,
  })
  const [rows, setRows] = useState<Callee[]>()
  const [read, setRead] = useState<OutstandingClient[]>()
  if (reading.data && reading.data !== read) {
    setRead(reading.data)
    setRows(rows ? merge(rows, reading.data) : inOrder(reading.data))
  }
  return { rows, reading }
}

/** The screen itself says that a call was saved. */
export const useRecordCall = () =>
  useAction(recordCall, {
    refreshes: ['calling', 'outstanding', 'round', 'rounds'],
    failure: (error) =>
      isUnanswered(error)
        ? {
            title: 'Call may have been saved',
            text: 'The server did not confirm it. See “Contact so far” before you save it again.',
          }
        : mayRetry('Call not saved', 'The result could not be saved.'),
  })
