import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { FocusScope } from 'radix-ui/internal'
import * as Radix from 'radix-ui/toast'
import { type FocusEvent, type ReactNode, useRef } from 'react'
import { dismissToast, useToast } from '../lib/toast.ts'

const TOASTS = 'toasts'

/** One toast at a time, 5 s, swiped away to the right; F8 moves the focus to it (spec §9). */
export function Toaster({ children }: { children: ReactNode }) {
  const toast = useToast()
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {children}
      {/* An open dialog hides everything from screen readers but what has this attribute; Radix announces by
          itself, so it is off. Below the sidebar's links it covers no title and no button; a phone has no such place. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only learns where the focus is */}
      <div id={TOASTS} aria-live="off" onFocus={useFocusReturn()}>
        {toast && (
          <Radix.Root
            key={toast.id}
            open={toast.open}
            onOpenChange={(open) => open || dismissToast(toast.id)}
            data-motion
            className={`pointer-events-auto flex items-start gap-3 rounded-lg border bg-sheet p-4 pr-2 shadow-up data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${toast.tone === 'danger' ? 'border-danger' : 'border-line'}`}
          >
            {toast.tone === 'danger' ? (
              <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-danger" />
            ) : (
              <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent" />
            )}
            <div className="min-w-0 flex-1 wrap-anywhere">
              <Radix.Title
                className={`font-semibold ${toast.tone === 'danger' ? 'text-danger' : ''}`}
              >
                {toast.title}
              </Radix.Title>
              {/* Some fallbacks of spec §8 say what their title says. */}
              {toast.text && toast.text !== toast.title && (
                <Radix.Description className="text-ink-2">{toast.text}</Radix.Description>
              )}
              {toast.note && <p className="mt-1 text-md text-ink-2">{toast.note}</p>}
            </div>
            <Radix.Close
              aria-label="Dismiss"
              className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunk"
            >
              <X aria-hidden className="size-4" />
            </Radix.Close>
          </Radix.Root>
        )}
        <Radix.Viewport className="pointer-events-none fixed z-30 outline-none max-md:inset-x-3 max-md:top-3 md:bottom-3 md:left-3 md:w-50" />
      </div>
    </Radix.Provider>
  )
}

/**
 * F8 leads to the toast itself; the toast gone, or none there, the focus is where it was, and tabbing
 * out of the toast goes on from there.
 */
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

/** In a dialog: lets the focus go to the toasts as well. */
export function ToastsWithin() {
  FocusScope.useFocusScopeBranch(document.getElementById(TOASTS))
  return null
}
