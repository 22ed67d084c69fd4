import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Given, type Problem, type Sent, sendAnswer } from './verification-calls.ts'

const RETRY_MS = 5000

export interface Wait {
  given: Given
  /** No reply came. */
  why: Problem
  lastTry: Date
}

/** Sends an answer, and the same one again while no reply comes: the server saves it once. */
export function useSending(token: string, onReply: (sent: Sent, given: Given) => void) {
  const [sending, setSending] = useState(false)
  const [wait, setWait] = useState<Wait>()
  // State would let a second press through before the next drawing.
  const inFlight = useRef<Given>(undefined)

  async function attempt(given: Given) {
    if (inFlight.current) return
    inFlight.current = given
    const sent = await sendAnswer(token, given)
    // The client stopped the waiting meanwhile.
    if (inFlight.current !== given) return
    inFlight.current = undefined
    setSending(false)
    const unanswered = 'unanswered' in sent
    setWait(unanswered ? { given, why: sent.unanswered, lastTry: new Date() } : undefined)
    onReply(sent, given)
  }
  function send(given: Given) {
    setSending(true)
    void attempt(given)
  }
  function stop() {
    inFlight.current = undefined
    setSending(false)
    setWait(undefined)
  }
  useRetry(wait !== undefined, () => wait && void attempt(wait.given))
  const isBusy = () => inFlight.current !== undefined || wait !== undefined
  return { sending, wait, send, stop, isBusy }
}

/** When the connection is back, and every few seconds while the page is in view: some phones do not report the first. */
function useRetry(waiting: boolean, retry: () => void) {
  const latest = useEffectEvent(retry)
  useEffect(() => {
    if (!waiting) return
    const onLine = () => latest()
    const timer = setInterval(() => document.hidden || latest(), RETRY_MS)
    addEventListener('online', onLine)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onLine)
    }
  }, [waiting])
}
