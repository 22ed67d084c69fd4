import { useEffect, useEffectEvent, useState } from 'react'

const ENTRY = 'attest.call-keys'

/** Controls that need the keys themselves. */
const ELSEWHERE = 'input:not([type=checkbox]), textarea, select, [role=menu]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Single keys can be switched off (WCAG 2.1.4). This browser remembers it. */
export function useKeySwitch() {
  const [on, setOn] = useState(() => localStorage.getItem(ENTRY) !== 'off')
  const set = (next: boolean) => {
    localStorage.setItem(ENTRY, next ? 'on' : 'off')
    setOn(next)
  }
  return [on, set] as const
}

export function useCallKeys(on: boolean, keys: Record<string, () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
    const act = keys[event.key.toLowerCase()]
    if (!act || document.querySelector(DIALOG)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
