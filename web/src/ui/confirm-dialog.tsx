import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButton, DialogFooter } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** Labels of the two buttons. Without `action`, nothing can be done. */
  action?: string
  cancel?: string
  /** The action destroys nothing, so its button is not red. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that is hard to undo. The focus is on Cancel, the first button. */
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
  /** The dialog's title, and the action's label unless that is given. */
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
