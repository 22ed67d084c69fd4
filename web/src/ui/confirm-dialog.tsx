import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButton, DialogFooter } from './dialog.tsx'

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

/** Asks before something that is not easily undone. Its first button, Cancel, has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, cancel = 'Cancel', harmless, onConfirm, onClose } = props
  const confirm = () => {
    onConfirm()
    onClose()
  }
  return (
    <Dialog isQuestion title={title} description={text} onClose={onClose}>
      <DialogFooter>
        <Button onClick={onClose}>{cancel}</Button>
        {action && (
          <Button variant={harmless ? 'primary' : 'dangerPrimary'} onClick={confirm}>
            {action}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
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
