import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * Where a list's buttons go away under the focus it goes on to the same item, else to the next one, else to the one
 * before, else to the first button above the list. To be spread on what holds list and button.
 */
export function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; item: Element; place: number }>(undefined)
  // At once: a dialog that finds the focus gone takes it itself.
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected) return
    const { item, place } = last.current
    last.current = undefined
    if (document.activeElement !== document.body) return
    const items = itemsOf(ref.current!)
    const here = items.indexOf(item)
    const from = here < 0 ? place : here
    const nearest = [...items.slice(from), ...items.slice(0, from).reverse(), ref.current!]
    nearest
      .map((each) => each.querySelector('button'))
      .find((button) => button)
      ?.focus()
  })
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const item = target.closest('li')
    const place = item ? itemsOf(ref.current!).indexOf(item) : -1
    last.current = item && place >= 0 ? { element: target, item, place } : undefined
  }
  return { ref, onFocus }
}

const itemsOf = (whole: Element): Element[] => [...whole.querySelectorAll('li')]
