import { AddressDialog } from './address-dialog.tsx'
import { useChangeEmail } from './use-account.ts'

export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => (
  <AddressDialog
    title="Change your address"
    description="A link goes to the new address; the change counts once you open it. Your present address is told."
    label="New email"
    autoComplete="email"
    send="Send Link"
    busyLabel="Loading..."
    action={useChangeEmail()}
    onClose={onClose}
  />
)
