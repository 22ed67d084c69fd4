import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'

interface ForgotPasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ForgotPasswordDialog({ open, onOpenChange }: ForgotPasswordDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Forgot your password?">
      <DialogBody>
        <p>A password cannot be reset from this page.</p>
        <p className="mt-2 text-ink-2">
          Ask another administrator of the firm, or whoever runs this server, to give you a new one.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onOpenChange(false)}>Close</Button>
      </DialogFooter>
    </Dialog>
  )
}
