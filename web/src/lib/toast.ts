import { createStore } from './store.ts'

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

// One at a time: a new toast replaces the old one.
const shown = createStore<Shown | null>(null)
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function toast(next: Toast) {
  clearTimeout(removal)
  count += 1
  shown.set({ ...next, id: count, open: true })
}

export const toastError = (title: string, text: string) => toast({ title, text, tone: 'danger' })

export function dismissToast(id: number) {
  const current = shown.get()
  if (current?.id !== id) return
  shown.set({ ...current, open: false })
  removal = setTimeout(() => shown.set(null), REMOVE_AFTER_MS)
}

/** The next session must not see this one's toast. */
export function clearToasts() {
  clearTimeout(removal)
  shown.set(null)
}

export const useToast = shown.use
