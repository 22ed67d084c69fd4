import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { FocusScope } from 'radix-ui/internal'
import * as Radix from 'radix-ui/toast'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { DIALOG } from '../lib/focus.ts'
import { dismissToast, useToast } from '../lib/toast.ts'

const TOASTS = 'toasts'

/** In the narrow sidebar, the text also fills the room below the icon. */
const textClass = 'col-span-full text-ink-2 wrap-anywhere max-md:col-span-1 max-md:col-start-2'

/** Shows one toast at a time for 5 s. A swipe to the right removes it; F8 moves the focus to it (spec §9). */
export function Toaster({ children }: { children: ReactNode }) {
  const toast = useToast()
  const viewport = useFreePlace<HTMLOListElement>(toast)
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {children}
      {/* An open dialog hides from screen readers all elements without aria-live. It is off here, as Radix itself
               announces toasts. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns where the focus is */}
      <div id={TOASTS} aria-live="off" onFocus={useFocusReturn()}>
        {toast && (
          <Radix.Root
            key={toast.id}
            open={toast.open}
            onOpenChange={(open) => open || dismissToast(toast.id)}
            data-motion
            className={`pointer-events-auto grid grid-cols-[auto_1fr_auto] items-start gap-x-2.5 rounded-lg border bg-panel p-4 pr-2 shadow-up data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${toast.tone === 'danger' ? 'border-danger' : 'border-line'}`}
          >
            {toast.tone === 'danger' ? (
              <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-danger" />
            ) : (
              <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent" />
            )}
            <Radix.Title
              className={`font-semibold wrap-anywhere ${toast.tone === 'danger' ? 'text-danger' : ''}`}
            >
              {toast.title}
            </Radix.Title>
            {/* Some fallbacks of spec §8 repeat their title. */}
            {toast.text && toast.text !== toast.title && (
              <Radix.Description className={textClass}>{toast.text}</Radix.Description>
            )}
            <Radix.Close
              aria-label="Dismiss"
              className="col-start-3 row-start-1 -my-1 grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunk"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </Radix.Root>
        )}
        {/* On a phone, leaves the buttons at the right of rows visible. */}
        <Radix.Viewport
          ref={viewport}
          className="pointer-events-none fixed bottom-3 left-3 z-30 outline-none max-md:right-27 md:w-52"
        />
      </div>
    </Radix.Provider>
  )
}

/** F8 moves the focus to the toast. The focus returns to its former place after the toast, or if there is none. */
function useFocusReturn() {
  const cameFrom = useRef<HTMLElement>(null)
  return ({ target, currentTarget, relatedTarget: from }: FocusEvent<HTMLElement>) => {
    const viewport = currentTarget.querySelector('ol')
    if (!currentTarget.contains(from)) {
      cameFrom.current = target === viewport && from instanceof HTMLElement ? from : null
      const goal = viewport?.querySelector('li') ?? cameFrom.current
      if (target === viewport) goal?.focus()
    } else if (!target.closest('li')) cameFrom.current?.focus()
  }
}

/** Rendered in a dialog, lets the focus also go to the toasts. */
export function ToastsWithin() {
  FocusScope.useFocusScopeBranch(document.getElementById(TOASTS))
  return null
}

/** Selects titles and controls, except links in rows, which fill the screen. */
const KEPT_CLEAR = 'h1, h2, h3, button, [role=tab], a:not(tr a)'
const GAP_PX = 12

/** Moves a box at the lower left to the lowest place, if any, where it covers no title or control. */
function useFreePlace<T extends HTMLElement>(shown: unknown) {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const box = ref.current
    if (!shown || !box) return
    const place = () => {
      box.style.bottom = `${innerHeight - lowestEnd(box)}px`
    }
    place()
    // Dialogs and loading screens change the free places.
    const watch = new MutationObserver(place)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [shown])
  return ref
}

function lowestEnd(box: HTMLElement): number {
  const { left, right, height } = box.getBoundingClientRect()
  // Only an open dialog's elements count, not those behind it.
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
