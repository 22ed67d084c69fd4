import type { CallOutcome } from '@attest/contract/rounds'
import { useState } from 'react'
import { OUTCOME_NAMES } from './contact.ts'
import { useCallKeys } from './use-call-keys.ts'
import { type Callee, useRecordCall } from './use-calling.ts'

export type CallResults = ReadonlyMap<number, CallOutcome | 'answered'>

/** Where the desk is in the list. A result moves the focus, a look at another client does not. */
function usePlace(rows: Callee[]) {
  const [place, setPlace] = useState(0)
  const [note, setNote] = useState('')
  const [said, setSaid] = useState('')
  const [takesFocus, setTakesFocus] = useState(false)
  const move = (to: number, result: string) => {
    const next = rows[to]
    setPlace(to)
    setNote('')
    setSaid(`${result} ${next ? `Now ${next.name}, ${to + 1} of ${rows.length}.` : ''}`.trim())
    setTakesFocus(result !== '')
  }
  return { place, callee: rows[place], note, setNote, said, takesFocus, move }
}

/** Which client is on the desk, and what became of the ones before. */
export function useCallDesk(roundId: number, rows: Callee[], keys: boolean) {
  const { move, ...at } = usePlace(rows)
  const { place, callee, note } = at
  const [results, setResults] = useState<CallResults>(new Map())
  const [recording, setRecording] = useState(false)
  const record = useRecordCall(roundId)
  const callable = callee && !callee.settled

  const go = (to: number) => {
    if (to >= 0 && to < rows.length && !record.isPending) move(to, '')
  }
  const settle = (result: CallOutcome | 'answered', words: string) => {
    if (!callee) return
    setResults(new Map(results).set(callee.client_id, result))
    move(place + 1, `Saved for ${callee.name}: ${words}.`)
  }
  const save = (outcome: CallOutcome) => {
    if (!callable) return
    const onSuccess = () => settle(outcome, OUTCOME_NAMES[outcome].toLowerCase())
    record.mutate({ client_id: callee.client_id, outcome, note }, { onSuccess })
  }
  // Also while the dialog is still being loaded.
  useCallKeys(keys && !recording, {
    p: () => go(place - 1),
    n: () => go(place + 1),
    r: () => callable && setRecording(true),
    1: () => save('no_answer'),
    2: () => save('left_message'),
    3: () => save('will_answer'),
  })
  const answered = () => settle('answered', 'answered')
  const saving = record.isPending
  return { ...at, results, recording, setRecording, saving, go, save, answered }
}
