import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { DIALOG } from '../lib/focus.ts'

const ENTRY = 'attest.call-keys'

/** Controls that need single keys themselves. */
const ELSEWHERE = 'input:not([type=checkbox]), textarea, select, [role=menu]'

/** Handles single keys, except while typing and in a menu or dialog. */
export function useKeys(keys: Record<string, () => void>, on: boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
    const act = keys[event.key.toLowerCase()]
    if (!act || document.querySelector(DIALOG)) return
    event.preventDefault()
    act()
  })
  // Before the paint, as a person who sees the screen may press a key at once.
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Switches single keys off and on (WCAG 2.1.4). The browser remembers the choice. */
export function useKeySwitch() {
  const [on, setOn] = useState(() => localStorage.getItem(ENTRY) !== 'off')
  const set = (next: boolean) => {
    localStorage.setItem(ENTRY, next ? 'on' : 'off')
    setOn(next)
  }
  return [on, set] as const
}

export const Key = ({ name, onAccent }: { name: string; onAccent?: boolean }) => (
  <kbd
    aria-hidden
    className={`grid size-5.5 shrink-0 place-items-center rounded-sm border font-sans text-xs font-semibold max-md:hidden ${onAccent ? 'border-accent-ink/45' : 'border-line bg-sunk text-ink-2'}`}
  >
    {name}
  </kbd>
)
