import { AddressDialog } from './address-dialog.tsx'
import { useChangeEmail } from './use-account.ts'

export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => (
  <AddressDialog
    title="Change your address"
    description="We email a link to the new address. Opening it makes the change; your present address is notified."
    label="New email"
    autoComplete="email"
    send="Send Link"
    busyLabel="Loading..."
    action={useChangeEmail()}
    onClose={onClose}
  />
)
