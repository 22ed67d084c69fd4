import { useEffectEvent, useLayoutEffect } from 'react'

/** Controls that need the keys themselves. */
const ELSEWHERE = 'input:not([type=checkbox]), textarea, select, [role=menu]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** Single keys, except while typing and in a menu or dialog. */
export function useKeys(keys: Record<string, () => void>, on = true) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(ELSEWHERE)) return
    const act = keys[event.key.toLowerCase()]
    if (!act || document.querySelector(DIALOG)) return
    event.preventDefault()
    act()
  })
  // Before the paint: whoever sees the screen may press a key.
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
