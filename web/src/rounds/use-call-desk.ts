import { type CallOutcome, OUTCOME_NAMES } from '@attest/contract/rounds'
import { useState } from 'react'
import { useDraft } from '../lib/drafts.ts'
import { useFormGuard } from '../ui/leave-guard.tsx'
import { useCallKeys } from './use-call-keys.ts'
import { type Callee, useRecordCall } from './use-calling.ts'

export type CallResults = ReadonlyMap<number, CallOutcome | 'answered'>

/** The client on the desk. A result moves the focus, a step to another client does not. */
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

/** Notes by client: a step to another client keeps them. */
function useNotes(roundId: number, id: number, saving: boolean) {
  const draft = useDraft(`calls of round ${roundId}`, (): Notes | undefined =>
    typed ? notes : undefined,
  )
  const [notes, setNotes] = useState<Notes>(draft ?? {})
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
  const notes = useNotes(roundId, callee?.client_id ?? 0, saving)
  const callable = callee && !callee.settled

  const go = (to: number, takesFocus = false) => {
    if (to >= 0 && to < rows.length && !saving) move(to, '', takesFocus)
  }
  const settle = (result: CallOutcome | 'answered', words: string) => {
    if (!callee) return
    const now = new Map(results).set(callee.client_id, result)
    const next = rows.findIndex((row, index) => index > place && !now.has(row.client_id))
    setResults(now)
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
    r: () => callable && setRecording(true),
    1: () => save('no_answer'),
    2: () => save('left_message'),
    3: () => save('will_answer'),
  }
  // The dialog may still be loading.
  useCallKeys(keyed, keys && !recording)
  const answered = () => settle('answered', 'answered')
  return { ...at, ...notes, results, recording, setRecording, saving, go, save, answered }
}
