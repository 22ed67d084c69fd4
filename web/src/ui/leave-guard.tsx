import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Question {
  title: string
  text: string
  /** The words on the button that leaves, and on the one that stays. */
  leave: string
  stay: string
}

const TYPED: Question = {
  title: 'Discard changes?',
  text: 'What you typed has not been saved.',
  leave: 'Discard changes',
  stay: 'Keep editing',
}

/**
 * Asks before `dirty` work is left: by whatever `leave` is given to, by a link or the browser's
 * buttons, and (in the browser's own words) by closing the tab. A move within the page goes through.
 */
export function useLeaveGuard(dirty: boolean, question = TYPED) {
  const [leaving, setLeaving] = useState<() => void>()
  const goOn = useGoOn()
  useBlocker({
    disabled: !dirty,
    shouldBlockFn: ({ action, current, next }) => {
      if (current.pathname === next.pathname) return false
      setLeaving(() => () => goOn(action, next))
      return true
    },
  })
  const dialog: ReactNode = (
    <ConfirmDialog
      open={leaving !== undefined}
      onOpenChange={() => setLeaving(undefined)}
      title={question.title}
      text={question.text}
      action={question.leave}
      cancel={question.stay}
      onConfirm={() => leaving?.()}
    />
  )
  return {
    /** Leaves at once if there is nothing to lose. */
    leave: (how: () => void) => (dirty ? setLeaving(() => how) : how()),
    /** To be rendered. */
    dialog,
  }
}

/** Takes up a navigation that was held up, without asking again. */
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
