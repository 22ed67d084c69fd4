import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a box whose items come and go: the focus of one that leaves moves to what stands in its place, or to the box,
 * and not to the top of the page. The items are what `selector` finds. Goes into the box's props.
 */
export function useFocusSuccessor<E extends HTMLElement>(
  box: RefObject<E | null>,
  selector: string,
) {
  const focused = useRef<{ element: Element; place: number }>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const placeOf = (element: Element) => items().findIndex((item) => item.contains(element))
  useLayoutEffect(() => {
    const had = focused.current
    if (!had) return
    if (had.element.isConnected) had.place = placeOf(had.element)
    else if (document.activeElement === document.body) {
      const left = items()
      const next = left[Math.min(Math.max(had.place, 0), left.length - 1)] ?? box.current
      next?.focus({ preventScroll: true })
    }
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = { element: target, place: placeOf(target) }
    },
    // React does not tell of a focus that went with its element.
    onBlur: () => {
      focused.current = null
    },
  }
}
