import { Button } from './button.tsx'
import { CancelButton, DialogFooter } from './dialog.tsx'

interface FormFooterProps {
  /** Button texts: idle and busy. */
  label: string
  busyLabel?: string
  busy?: boolean
  disabled?: boolean
  danger?: boolean
  onCancel: () => void
}

/** Under a form in a dialog: cancel at the left, the form's own button at the right. */
export function FormFooter(props: FormFooterProps) {
  const { label, busyLabel, busy = false, disabled, danger, onCancel } = props
  return (
    <DialogFooter>
      <CancelButton disabled={busy} onClick={onCancel} />
      <Button
        type="submit"
        variant={danger ? 'dangerPrimary' : 'primary'}
        disabled={disabled}
        blocked={busy}
      >
        {busy ? busyLabel : label}
      </Button>
    </DialogFooter>
  )
}
