import * as Radix from 'radix-ui/alert-dialog'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { DialogButton, overlayClass, panelClass, useFocusReturn } from './dialog.tsx'
import { ToastsWithin } from './toaster.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** Labels of the button that acts, missing if nothing can be done, and of the other one. */
  action?: string
  cancel?: string
  /** It destroys nothing: the button is not red. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that is not easily undone. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, cancel = 'Cancel', harmless, onConfirm, onClose } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content data-motion {...focusReturn} className={`${panelClass} max-w-[27rem]`}>
            <div className="px-4 pt-5 pb-5 md:px-6.5 md:pt-5.5">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              <Radix.Description className="mt-2 text-ink-2 wrap-anywhere">
                {text}
              </Radix.Description>
            </div>
            <footer className="flex justify-end gap-2.5 border-t border-line bg-sunk px-4 py-3.5 md:px-6.5">
              <Radix.Cancel asChild>
                <Button>{cancel}</Button>
              </Radix.Cancel>
              {action && (
                <Radix.Action asChild>
                  <Button variant={harmless ? 'primary' : 'dangerPrimary'} onClick={onConfirm}>
                    {action}
                  </Button>
                </Radix.Action>
              )}
            </footer>
            <ToastsWithin />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

type Asking = Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'onClose'>

interface ConfirmButtonProps extends Omit<ComponentProps<typeof DialogButton>, 'dialog'>, Asking {
  /** Also the action's label, unless that is given. */
  question: string
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { question, text, action = question, cancel, harmless, onConfirm, ...button } = props
  const asking = { text, action, cancel, harmless, onConfirm }
  return (
    <DialogButton
      {...button}
      dialog={(close) => <ConfirmDialog title={question} {...asking} onClose={close} />}
    />
  )
}
