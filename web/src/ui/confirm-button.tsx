import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Asking = Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'onClose'>

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'>, Asking {
  /** The dialog's title. */
  question: string
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { question, text, action, cancel, harmless, onConfirm, ...button } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && (
        <ConfirmDialog
          title={question}
          {...{ text, action, cancel, harmless, onConfirm }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
