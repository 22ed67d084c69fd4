import { createStore } from './store.ts'

/** Calls `how` once the person agrees to lose work, or at once if there is none to lose. */
export type Ask = (how: () => void) => void

/** The guards on the page; the latest is last. */
export const guards = createStore<Ask[]>([])

export const isGuarded = () => guards.get().length > 0

export const useIsGuarded = () => guards.use().length > 0

/** Asks every guard, the latest first, and leaves once all agree. */
export function leavePage(how: () => void, asked: Ask[] = []) {
  const ask = guards.get().findLast((guard) => !asked.includes(guard))
  if (ask) ask(() => leavePage(how, [...asked, ask]))
  else how()
}
