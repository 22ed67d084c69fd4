import { AddressDialog } from '../account/address-dialog.tsx'
import { useInvite } from './use-administrators.ts'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <AddressDialog
    title="Invite an administrator"
    description="A link to choose a password goes to this address; it is good for 7 days. Every client and every file will be open to who opens it."
    label="Email"
    autoComplete="off"
    send="Send Invitation"
    busyLabel="Sending..."
    action={useInvite()}
    onClose={onClose}
  />
)
