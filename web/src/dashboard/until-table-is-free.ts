/** Whoever moves over a row may press there within this time; after it the pointer has only been left lying. */
const AIMING_MS = 1_500
const LOOK_EVERY_MS = 500

let lastMove = Number.NEGATIVE_INFINITY

const noteMove = () => {
  lastMove = performance.now()
}

/** Keeps in mind when the pointer last moved, until the returned function is called. */
export function watchPointer(): () => void {
  document.addEventListener('pointermove', noteMove, { passive: true })
  return () => document.removeEventListener('pointermove', noteMove)
}

/**
 * Resolves when no row of a table is aimed at, focused or selected: rows that move under a hand would have the wrong
 * client written to, and one that leaves takes the focus along.
 */
export async function untilTableIsFree(over: AbortSignal): Promise<void> {
  while (!over.aborted && isInUse())
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

function isInUse(): boolean {
  const isAiming = performance.now() - lastMove < AIMING_MS
  const inUse = `tr:focus-within, tr[aria-selected=true]${isAiming ? ', tr:hover' : ''}`
  return document.querySelector(`tbody :is(${inUse})`) !== null
}
