import {
  type CallOutcome,
  listOutstanding,
  OUTCOME_NAMES,
  type OutstandingClient,
  type PersonFilter,
  recordCall,
} from '@attest/contract/outstanding'
import type { RoundPage } from '@attest/contract/rounds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isUnanswered } from '../lib/call.ts'
import { mayRetry, useAction } from '../lib/use-action.ts'
import { useKeys } from '../ui/keys.tsx'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { isEmailOver } from './round-words.ts'

export type CallResults = ReadonlyMap<number, CallOutcome | 'answered'>

/** The client to call. A saved result moves the focus to the next client, mere steps do not. */
function usePlace(rows: Callee[]) {
  const [place, setPlace] = useState(0)
  const [said, setSaid] = useState('')
  const [takesFocus, setTakesFocus] = useState(false)
  const move = (to: number, result: string, focus: boolean) => {
    const next = rows[to]
    setPlace(to)
    setSaid(`${result} ${next ? `Now ${next.name}, ${to + 1} of ${rows.length}.` : ''}`.trim())
    setTakesFocus(focus)
  }
  return { place, callee: rows[place], said, takesFocus, move }
}

type Notes = Record<number, string>

/** Keeps the notes of each client while the administrator steps through the others. */
function useNotes(id: number, saving: boolean) {
  const [notes, setNotes] = useState<Notes>({})
  const typed = Object.values(notes).some(Boolean)
  const guard = useFormGuard(typed, saving)
  const setNote = (note: string) => setNotes((old) => ({ ...old, [id]: note }))
  return { note: notes[id] ?? '', setNote, guard }
}

export function useCallDesk(roundId: number, rows: Callee[], keys: boolean) {
  const { move, ...at } = usePlace(rows)
  const { place, callee } = at
  const [results, setResults] = useState<CallResults>(new Map())
  const [recording, setRecording] = useState(false)
  const record = useRecordCall()
  const saving = record.isPending
  const notes = useNotes(callee?.client_id ?? 0, saving)
  // A typed note keeps a client callable, as an answer during the call would hide it.
  const callable = callee && (!callee.settled || notes.note !== '')

  const go = (to: number, takesFocus = false) => {
    if (to >= 0 && to < rows.length && !saving) move(to, '', takesFocus)
  }
  const isLeft = (row: Callee) =>
    !row.settled && !row.calledMeanwhile && !results.has(row.client_id)
  const next = rows.findIndex((row, index) => index > place && isLeft(row))
  const settle = (result: CallOutcome | 'answered', words: string) => {
    if (!callee) return
    setResults(new Map(results).set(callee.client_id, result))
    notes.setNote('')
    move(next < 0 ? rows.length : next, `Saved for ${callee.name}: ${words}.`, true)
  }
  const save = (outcome: CallOutcome) => {
    if (!callable) return
    const onSuccess = () => settle(outcome, OUTCOME_NAMES[outcome].toLowerCase())
    const body = { client_id: callee.client_id, outcome, note: notes.note }
    record.mutate({ params: { id: roundId }, body }, { onSuccess })
  }
  const keyed = {
    p: () => go(place - 1),
    n: () => go(place + 1),
    r: () => callable && !mayHaveDied(callee) && setRecording(true),
    1: () => save('no_answer'),
    2: () => save('left_message'),
    3: () => save('will_answer'),
  }
  // No keys while an answer is recorded, as its dialog may still be loading.
  useKeys(keyed, keys && !recording)
  const answered = () => settle('answered', 'answered')
  const rest = { left: rows.filter(isLeft), next: rows[next] }
  const acts = { setRecording, go, save, answered }
  return { ...at, ...notes, ...rest, ...acts, callable, results, recording, saving }
}

export type Callee = OutstandingClient & {
  /** The client needs no call any more, having answered, been excused or become reachable. */
  settled: boolean
  /** Since the screen opened, here or by a colleague. */
  calledMeanwhile: boolean
}

/** The person on the line is not the client, so what they say is no answer. */
export const mayHaveDied = ({ reason }: Pick<Callee, 'reason'>) => reason === 'reported_deceased'

const PAGE = 100
/** Nobody calls more clients before opening the screen again. */
const MOST = 1000

type Reasons = readonly ('unreachable' | 'remindable')[]

async function readCallees(
  id: number,
  { reasons, person }: { reasons: Reasons; person: PersonFilter },
  signal: AbortSignal,
) {
  const clients: OutstandingClient[] = []
  for (const reason of reasons) {
    for (let page = 1, left = 1; left > 0 && clients.length < MOST; page++) {
      const query = { reason, person, page, limit: PAGE }
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
    .map((client) => ({ ...client, settled: false, calledMeanwhile: false }))

/** Keeps all clients in their places: in a list that moves, a result could hit the wrong client. */
function merge(rows: Callee[], clients: OutstandingClient[]): Callee[] {
  const fresh = new Map(clients.map((client) => [client.client_id, client]))
  const kept = rows.map((row) => {
    const now = fresh.get(row.client_id)
    fresh.delete(row.client_id)
    const calledMeanwhile = row.calledMeanwhile || lastCall(now ?? row) > lastCall(row)
    return { ...row, ...now, settled: !now, calledMeanwhile }
  })
  return [...kept, ...inOrder([...fresh.values()])]
}

/** The clients to call, in an order that stays while the screen is open. */
export function useCallees(round: RoundPage, person: PersonFilter) {
  // Decided once, so that a reminder planned meanwhile removes nobody from the list.
  const [reasons] = useState<Reasons>(() =>
    isEmailOver(round) ? ['unreachable', 'remindable'] : ['unreachable'],
  )
  const reading = useQuery({
    queryKey: ['calling', round.id, reasons, person],
    queryFn: ({ signal }) => readCallees(round.id, { reasons, person }, signal),
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

/** Without a toast, as the screen itself shows that a call was saved. */
const useRecordCall = () =>
  useAction(recordCall, {
    refreshes: ['calling', 'outstanding', 'round', 'rounds', 'timeline'],
    failure: (error) =>
      isUnanswered(error)
        ? {
            title: 'Call may have been saved',
            text: 'The server did not confirm it. See “Contact so far” before you save it again.',
          }
        : mayRetry('Call not saved', 'The result could not be saved.'),
  })
