import { useEffect } from 'react'

/** While `dirty`, the browser asks in its own words before the page is left. */
export function useUnloadGuard(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      // A tel: link does not leave the page, yet Chrome asks.
      if (document.activeElement?.matches('a[href^="tel:"]')) return
      event.preventDefault()
      // Chrome before 119 asks only so.
      event.returnValue = ''
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
}
