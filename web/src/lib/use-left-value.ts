import { useState } from 'react'

const PAUSE_MS = 100

/** Runs after a press has ended, so nothing moves between a press and its click. */
function afterPress(run: () => void) {
  setTimeout(() => (document.querySelector(':active') ? afterPress(run) : run()), PAUSE_MS)
}

/** Whether a field still has the value it lost the focus with. Checks wait for that, not to disturb the typing. */
export function useLeftValue(value: string) {
  const [left, setLeft] = useState<string>()
  return { hasLeft: left === value, onBlur: () => afterPress(() => setLeft(value)) }
}
