import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'
import { boxAround, DIALOG, focusBox } from '../lib/focus.ts'
import { Button } from './button.tsx'
import { ToastsWithin } from './toaster.tsx'

const widths = {
  question: 'max-w-[27rem]',
  usual: 'max-w-[34rem]',
  wide: 'max-w-[45rem]',
  halves: 'max-w-[63rem]',
  widest: 'max-w-[88rem]',
}

interface DialogProps {
  title: string
  description?: ReactNode
  /** While the dialog works, neither Escape nor a click beside it closes it. */
  locked?: boolean
  width?: keyof typeof widths
  /** A press beside the dialog must not answer its question. */
  isQuestion?: boolean
  onClose: () => void
  children: ReactNode
}

/*
 * The body scrolls between title and buttons. In a low window, the whole panel scrolls instead. Auto margins center the
 * panel and keep the top of a tall one in view.
 */
export const overlayClass = 'fixed inset-0 z-20 grid overflow-y-auto bg-veil p-3 md:px-5'
export const panelClass =
  'relative m-auto flex max-h-[calc(100dvh-1.5rem)] w-full flex-col overflow-hidden rounded-xl bg-panel shadow-up outline-none low-dialog:max-h-none low-dialog:overflow-clip'

// Kept here because nothing has the focus while one dialog replaces another.
let opener: Element | null = null

function currentOpener() {
  if (document.activeElement !== document.body) opener = document.activeElement
  return { element: opener, box: boxAround(opener) }
}

/** The opener of the dialog that opened last. */
let last: ReturnType<typeof currentOpener> = { element: null, box: null }

/** Returns the focus to the control that opened the dialog, or to its box: Radix has no trigger here. */
export function useFocusReturn() {
  // Read while rendering, as a field with autoFocus takes the focus before any effect.
  const [from, setFrom] = useState(currentOpener)
  useLayoutEffect(() => {
    // The button belonged to the dialog that this one replaced, so that dialog's opener counts.
    if (from.element?.isConnected === false) setFrom(last)
    else last = from
  }, [from])
  return {
    onCloseAutoFocus: () => {
      const { element, box } = from
      const { activeElement, body } = document
      // The screen has moved the focus meanwhile.
      if (activeElement !== body && !activeElement?.closest(DIALOG)) return
      if (element?.isConnected) (element as HTMLElement).focus()
      else if (activeElement === body) focusBox(box)
    },
  }
}

/** A press on the overlay's scrollbar must not close the dialog. */
function keepForScrollbar(event: CustomEvent<{ originalEvent: PointerEvent }>) {
  const { target, offsetX } = event.detail.originalEvent
  const width = target instanceof HTMLElement ? target.clientWidth : 0
  if (width > 0 && offsetX > width) event.preventDefault()
}

export function Dialog(props: DialogProps) {
  const { title, description, locked, isQuestion, onClose, children } = props
  const { width = isQuestion ? 'question' : 'usual' } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={() => locked || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            data-motion
            {...focusReturn}
            {...(isQuestion && { role: 'alertdialog' })}
            onPointerDownOutside={isQuestion ? (event) => event.preventDefault() : keepForScrollbar}
            className={`${panelClass} ${widths[width]}`}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className={`px-4 pt-5 md:px-6.5 md:pt-5.5 ${isQuestion ? 'pb-5' : ''}`}>
              <Radix.Title className={`wrap-anywhere ${isQuestion ? 'text-xl' : 'text-2xl'}`}>
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-2 wrap-anywhere">
                  {description}
                </Radix.Description>
              )}
            </header>
            {children}
            <ToastsWithin />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4.5 md:px-6.5 md:pb-5.5 low-dialog:flex-none low-dialog:overflow-visible">
      {children}
    </div>
  )
}

export function DialogHalves({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className="mt-5 min-h-0 flex-1 overflow-y-auto border-t border-line lg:grid lg:grid-cols-[1fr_29rem] low-dialog:flex-none low-dialog:overflow-visible">
      <div className="min-w-0 px-4 py-4.5 md:px-6.5">{left}</div>
      <div className="min-w-0 border-line bg-sunk px-4 py-4.5 max-lg:border-t md:px-6.5 lg:border-l">
        {right}
      </div>
    </div>
  )
}

interface DialogFooterProps {
  /** Adds a button at the left that leaves the dialog. */
  onCancel?: () => void
  cancel?: string
  busy?: boolean
  children?: ReactNode
}

/** Places buttons at the right, and one with md:mr-auto at the left. On a phone, the last one is on top. */
export function DialogFooter({ onCancel, cancel = 'Cancel', busy, children }: DialogFooterProps) {
  return (
    <footer className="flex flex-col-reverse gap-2.5 border-t border-line bg-sunk px-4 py-3.5 md:flex-row md:justify-end md:px-6.5">
      {onCancel && (
        <Button variant="quiet" className="md:mr-auto" disabled={busy} onClick={onCancel}>
          {cancel}
        </Button>
      )}
      {children}
    </footer>
  )
}

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (onClose: () => void) => ReactNode
}

/** Not for a button that may disappear: its parent must keep the dialog, which holds typed text. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  )
}
