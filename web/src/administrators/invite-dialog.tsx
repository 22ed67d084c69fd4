import { EmailDialog } from '../account/email-dialog.tsx'
import { useInvite } from './use-administrators.ts'

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <EmailDialog
    title="Invite an administrator"
    description="The new administrator gets a link, valid for 7 days, and can then open every client and every file."
    label="Email"
    autoComplete="off"
    send="Send Invitation"
    busyLabel="Sending..."
    action={useInvite()}
    onClose={onClose}
  />
)
