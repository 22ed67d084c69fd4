import { useLayoutEffect, useRef } from 'react'

/** Gives the focus to the element with the returned ref, again with each new `cause`. */
export function useFocusOn<E extends HTMLElement>(cause: unknown) {
  const box = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause is what moves the focus
  useLayoutEffect(() => box.current?.focus(), [cause])
  return box
}
