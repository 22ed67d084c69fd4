import { useSyncExternalStore } from 'react'

/** How long a dismissed toast is kept (spec §9). */
const REMOVE_AFTER_MS = 1_000_000

export interface Toast {
  title: string
  text?: string
  tone?: 'danger'
}

interface Shown extends Toast {
  id: number
  open: boolean
}

// One at a time: a new toast takes the old one's place.
let shown: Shown | null = null
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Shown | null) {
  shown = next
  for (const listener of listeners) listener()
}

export function toast(next: Toast) {
  clearTimeout(removal)
  count += 1
  set({ ...next, id: count, open: true })
}

export function dismissToast(id: number) {
  if (shown?.id !== id) return
  set({ ...shown, open: false })
  removal = setTimeout(() => set(null), REMOVE_AFTER_MS)
}

/** One session's toasts are not for the next. */
export function clearToasts() {
  clearTimeout(removal)
  set(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToast = () => useSyncExternalStore(subscribe, () => shown)
