export const DIALOG = '[role=dialog], [role=alertdialog]'

/** Marks an element whose controls come and go. */
const BOX = '[data-focus-box]'

export const boxAround = (element: Element | null) => element?.closest(BOX) ?? null

/** Focuses the first control of a box. Without the box, focuses the start of the screen. */
export function focusBox(box: Element | null) {
  const first = box?.isConnected && box.querySelector<HTMLElement>('button, input, a[href]')
  const place = first || document.getElementById('main')
  place?.focus({ preventScroll: true })
}

/** Moves the focus nearby if its element is removed (WCAG 2.4.3). Returns a function that stops this. */
export function keepFocusIn(main: HTMLElement) {
  let last: Element | undefined
  let box: Element | null = null
  const note = ({ target }: FocusEvent) => {
    last = target as Element
    box = boxAround(last)
  }
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = undefined
    focusBox(box)
  })
  main.addEventListener('focusin', note)
  observer.observe(main, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    main.removeEventListener('focusin', note)
  }
}
