import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (onClose: () => void) => ReactNode
  startsOpen?: boolean
}

/** The parent keeps the state if the button may disappear: the dialog holds typed text. */
export function DialogButton({ dialog, startsOpen = false, ...button }: DialogButtonProps) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  )
}
