import type { ComponentProps } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogButton } from './dialog-button.tsx'

type Asking = Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'onClose'>

interface ConfirmButtonProps extends Omit<ComponentProps<typeof DialogButton>, 'dialog'>, Asking {
  question: string
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { question, text, action, cancel, harmless, onConfirm, ...button } = props
  const asking = { text, action, cancel, harmless, onConfirm }
  return (
    <DialogButton
      {...button}
      dialog={(close) => <ConfirmDialog title={question} {...asking} onClose={close} />}
    />
  )
}
