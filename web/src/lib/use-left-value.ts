import { useState } from 'react'

const PAUSE_MS = 100

/** Nothing may move under a pointer between its press and its click. */
function afterPress(run: () => void) {
  setTimeout(() => (document.querySelector(':active') ? afterPress(run) : run()), PAUSE_MS)
}

/** Whether a field still has the value with which it lost the focus: checks wait until the typing ends. */
export function useLeftValue(value: string) {
  const [left, setLeft] = useState<string>()
  return { hasLeft: left === value, onBlur: () => afterPress(() => setLeft(value)) }
}
