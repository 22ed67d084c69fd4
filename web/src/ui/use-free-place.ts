import { useLayoutEffect, useRef } from 'react'
import { DIALOG } from '../lib/focus.ts'

/** Titles and controls; no links in rows, which fill the screen. */
const KEPT_CLEAR = 'h1, h2, h3, button, [role=tab], a:not(tr a)'
const GAP_PX = 12

/** Moves a box at the lower left to the lowest place, if any, where it covers no title and no control. */
export function useFreePlace<T extends HTMLElement>(shown: unknown) {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const box = ref.current
    if (!shown || !box) return
    const place = () => {
      box.style.bottom = `${innerHeight - lowestEnd(box)}px`
    }
    place()
    // Dialogs come and go, screens load.
    const watch = new MutationObserver(place)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [shown])
  return ref
}

function lowestEnd(box: HTMLElement): number {
  const { left, right, height } = box.getBoundingClientRect()
  // Behind an open dialog nothing counts.
  const within = [...document.querySelectorAll(DIALOG)].at(-1) ?? document
  const taken = [...within.querySelectorAll(KEPT_CLEAR)]
    .filter((one) => !box.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < right && one.right > left)
  const lowest = innerHeight - GAP_PX
  return (
    [lowest, ...taken.map(({ top }) => top - GAP_PX)]
      .sort((one, other) => other - one)
      .find(
        (end) =>
          end <= lowest &&
          end >= height &&
          taken.every((one) => one.bottom <= end - height || one.top >= end),
      ) ?? lowest
  )
}
