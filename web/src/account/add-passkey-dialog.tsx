import { Dialog } from '../ui/dialog.tsx'
import { FactorNameForm } from './factor-name-form.tsx'
import { useAddFactor } from './use-add-factor.ts'

interface AddPasskeyDialogProps {
  onClose: () => void
  onAdded: (codes: string[] | null) => void
}

export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const { addPasskey } = useAddFactor(onAdded)
  return (
    <Dialog
      locked={addPasskey.isPending}
      onClose={onClose}
      title="Add a passkey"
      description="A fingerprint, a face or a security key. Your browser leads you through it."
    >
      <FactorNameForm
        placeholder="Work laptop"
        working={addPasskey.isPending}
        failure={addPasskey.error}
        onName={(name) => addPasskey.mutate(name)}
        onCancel={onClose}
      />
    </Dialog>
  )
}
