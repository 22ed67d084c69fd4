import { EmailDialog } from './email-dialog.tsx'
import { useChangeEmail } from './use-account.ts'

export const ChangeEmailDialog = ({ onClose }: { onClose: () => void }) => (
  <EmailDialog
    title="Change your email"
    description="We send a link to the new email address. Open the link to make the change. Your present email address gets a notice."
    label="New email"
    autoComplete="email"
    send="Send Link"
    busyLabel="Loading..."
    action={useChangeEmail()}
    onClose={onClose}
  />
)
