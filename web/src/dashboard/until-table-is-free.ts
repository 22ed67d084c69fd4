/** Whoever moves over a row may press there within this time; after it the pointer has only been left lying. */
const AIMING_MS = 1_500
/** Who has pressed something in a row waits for the outcome, a resend's at most so long, and may press in the next one then. */
const WORKING_MS = 10_000
const LOOK_EVERY_MS = 500

let lastMove = Number.NEGATIVE_INFINITY
let lastPressInRow = Number.NEGATIVE_INFINITY
/** A press of the pointer leaves a focus behind that nobody uses; where a key was pressed last, keys go on from it. */
let byKey = false

const noteMove = () => {
  lastMove = performance.now()
}
const noteKey = () => {
  byKey = true
}
const notePress = ({ target }: PointerEvent) => {
  byKey = false
  if (target instanceof Element && target.closest('tbody')) lastPressInRow = performance.now()
}

/** Keeps in mind what the hand does, until the returned function is called. */
export function watchHand(): () => void {
  const over = new AbortController()
  const options = { passive: true, capture: true, signal: over.signal }
  document.addEventListener('pointermove', noteMove, options)
  document.addEventListener('pointerdown', notePress, options)
  document.addEventListener('keydown', noteKey, options)
  return () => over.abort()
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
  const isWorking = performance.now() - lastPressInRow < WORKING_MS
  const uses = ['tr[aria-selected=true]']
  if (isAiming || isWorking) uses.push('tr:hover')
  if (isAiming || byKey) uses.push('tr:focus-within')
  return document.querySelector(`tbody :is(${uses.join()})`) !== null
}
