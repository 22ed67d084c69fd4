import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The dialog's title, text and the words on its buttons. */
  question: string
  text: string
  action: string
  cancel?: string
  harmless?: boolean
  onConfirm: () => void
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { question, text, action, cancel, harmless, onConfirm, ...button } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question}
        text={text}
        action={action}
        cancel={cancel}
        harmless={harmless}
        onConfirm={onConfirm}
      />
    </>
  )
}
