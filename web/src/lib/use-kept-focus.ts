import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a box whose items, or the buttons in them, come and go: a focus that would be lost with one goes on to the same
 * item, else to the next one, else to the one before, else to the box or its first button. To be spread on the box;
 * `selector` finds the items.
 */
export function useKeptFocus(selector: string) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: Element; item: HTMLElement | undefined; place: number }>(null)
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const note = (element: Element) => {
    const place = items().findIndex((item) => item.contains(element))
    last.current = { element, item: items()[place], place: Math.max(0, place) }
  }
  // At once: a dialog that finds the focus gone takes it itself.
  useLayoutEffect(() => {
    const had = last.current
    if (!had) return
    const all = items()
    const here = all.indexOf(had.item as HTMLElement)
    if (here >= 0) had.place = here
    if (had.element.isConnected) return
    last.current = null
    const focused = document.activeElement
    if (focused && focused !== document.body) {
      // What took the element away has given its focus to another.
      if (ref.current?.contains(focused)) note(focused)
      return
    }
    const nearest = [...all.slice(had.place), ...all.slice(0, had.place).reverse(), ref.current!]
    nearest
      .map(focusableIn)
      .find((element) => element)
      ?.focus({ preventScroll: true })
  })
  return {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => note(target),
    // React does not tell of a focus that went with its element.
    onBlur: () => {
      last.current = null
    },
  }
}

function focusableIn(element: HTMLElement): HTMLElement | null {
  if (element.matches('button, [tabindex="0"]')) return element
  const buttons = [...element.querySelectorAll('button')]
  return buttons.find(isDrawn) ?? (element.matches('[tabindex]') ? element : null)
}

const isDrawn = (element: HTMLElement) => element.getClientRects().length > 0
