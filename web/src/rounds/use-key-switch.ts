import { useState } from 'react'

const ENTRY = 'attest.call-keys'

/** Single keys can be switched off (WCAG 2.1.4). This browser remembers it. */
export function useKeySwitch() {
  const [on, setOn] = useState(() => localStorage.getItem(ENTRY) !== 'off')
  const set = (next: boolean) => {
    localStorage.setItem(ENTRY, next ? 'on' : 'off')
    setOn(next)
  }
  return [on, set] as const
}
