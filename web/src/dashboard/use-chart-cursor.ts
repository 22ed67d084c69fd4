import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

interface ChartCursor {
  label: string
  hint: string
  /** The points, at equal distances; the last is at the right edge. */
  count: number
  textOf: (point: number) => string
  onOpen: (point: number) => void
}

/**
 * Makes a chart one stop of the keyboard that shows a point at a time. The pointer shows the nearest; a press, or a
 * second tap, opens it.
 */
export function useChartCursor({ label, hint, count, textOf, onOpen }: ChartCursor) {
  const [at, setAt] = useState<number>()
  const mayOpen = useRef(false)
  const last = count - 1
  const shown = at === undefined ? undefined : Math.min(at, last)
  const current = shown ?? last
  const cursor = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-description': hint,
    'aria-valuemin': 1,
    'aria-valuemax': count,
    'aria-valuenow': current + 1,
    'aria-valuetext': textOf(current),
    onFocus: () => setAt((point) => point ?? last),
    onBlur: () => setAt(undefined),
    onPointerMove: (event: PointerEvent) => setAt(nearest(event, count)),
    onPointerDown: (event: PointerEvent) => {
      const point = nearest(event, count)
      mayOpen.current = event.pointerType === 'mouse' || point === shown
      setAt(point)
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
      // Keeps the figures when a finger is lifted.
      if (pointerType === 'mouse' && document.activeElement !== currentTarget) setAt(undefined)
    },
    onClick: () => mayOpen.current && onOpen(current),
    onKeyDown: (event: KeyboardEvent) => {
      const next = afterKey(event.key, current, last)
      if (next === undefined && event.key !== 'Enter') return
      event.preventDefault()
      if (next === undefined) onOpen(current)
      else setAt(next)
    },
  } as const
  return { shown, cursor }
}

function nearest({ clientX, currentTarget }: PointerEvent, count: number) {
  const { left, width } = currentTarget.getBoundingClientRect()
  const point = Math.round(((clientX - left) / width) * count) - 1
  return Math.max(0, Math.min(point, count - 1))
}

function afterKey(key: string, point: number, last: number) {
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, point - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, point + 1)
  return undefined
}
