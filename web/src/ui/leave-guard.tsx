import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { type Ask, guards, leavePage } from '../lib/guards.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Question = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'action' | 'cancel'>

const TYPED: Question = {
  title: 'Discard changes?',
  text: 'Your changes have not been saved.',
  action: 'Discard changes',
  cancel: 'Keep editing',
}

const SAVING: Question = {
  title: 'Leave while it is being saved?',
  text: 'Saving continues after you leave. If it fails, a message tells you, but your changes are lost.',
  action: 'Leave',
  cancel: 'Stay',
}

/** Asks before `dirty` work is lost, also by signing out or closing the tab. Ignores moves within the screen. */
export function useLeaveGuard(dirty: boolean, question: Question) {
  const [leaving, setLeaving] = useState<() => void>()
  const goOn = useGoOn()
  useBlocker({
    disabled: !dirty,
    shouldBlockFn: ({ action, current, next }) => {
      if (current.pathname === next.pathname) return false
      // The router would ask the guards in another order.
      leavePage(() => goOn(action, next))
      return true
    },
  })
  const ask: Ask = useCallback((how) => setLeaving(() => how), [])
  useGuard(dirty, ask)
  useEffect(() => {
    if (!dirty) setLeaving(undefined)
  }, [dirty])
  const dialog = leaving && (
    <ConfirmDialog {...question} onConfirm={leaving} onClose={() => setLeaving(undefined)} />
  )
  return { leave: (how: () => void) => (dirty ? setLeaving(() => how) : how()), dialog }
}

export const useFormGuard = (typed: boolean, saving: boolean) =>
  useLeaveGuard(typed, saving ? SAVING : TYPED)

/** Asks before the tab closes while `busy`. For work that continues when the screen changes. */
export function useTabGuard(busy: boolean) {
  const agree: Ask = useCallback((how) => how(), [])
  useGuard(busy, agree)
  useBlocker({ disabled: !busy, shouldBlockFn: () => false })
}

function useGuard(on: boolean, ask: Ask) {
  useEffect(() => {
    if (!on) return
    guards.set([...guards.get(), ask])
    return () => guards.set(guards.get().filter((each) => each !== ask))
  }, [on, ask])
}

/** Resumes a blocked navigation without asking again. */
function useGoOn() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return (action: string, { pathname, search }: { pathname: string; search: object }) => {
    const ignoreBlocker = true
    const replace = action === 'REPLACE'
    if (action === 'BACK') history.back({ ignoreBlocker })
    else if (action === 'FORWARD') history.forward({ ignoreBlocker })
    else void navigate({ to: pathname, search: search as never, replace, ignoreBlocker })
  }
}
