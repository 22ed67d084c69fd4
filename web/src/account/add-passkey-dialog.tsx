import { Dialog } from '../ui/dialog.tsx'
import type { AddFactorDialogProps } from './add-app-dialog.tsx'
import { FactorNameForm } from './factor-name-form.tsx'
import { useAddFactor } from './use-add-factor.ts'

export function AddPasskeyDialog({ onClose, onAdded }: AddFactorDialogProps) {
  const { addPasskey } = useAddFactor(onAdded)
  return (
    <Dialog
      locked={addPasskey.isPending}
      onClose={onClose}
      title="Add a passkey"
      description="A fingerprint, a face or a security key. Your browser leads you through it."
    >
      <FactorNameForm placeholder="Work laptop" adding={addPasskey} onCancel={onClose} />
    </Dialog>
  )
}
