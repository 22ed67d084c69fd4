import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'

interface InvitationLinkProps {
  link: string
  email: string
  onClose: () => void
}

/** Shown once, to the one who invites: whoever opens the link becomes an administrator. */
export const InvitationLink = ({ link, email, onClose }: InvitationLinkProps) => (
  <Dialog
    title="Pass the link on"
    description={`No email leaves this server yet. Copy the link and give it to ${email} yourself.`}
    onClose={onClose}
  >
    <DialogBody>
      <p className="rounded-md border border-line bg-sunk px-4 py-3 wrap-anywhere">{link}</p>
      <CopyButton text={link} />
      <p className="mt-3 text-ink-2">
        Whoever opens it can sign in here. It works for 7 days and is not shown again; “Send Again”
        makes another.
      </p>
    </DialogBody>
    <DialogFooter cancel="Close" onCancel={onClose} />
  </Dialog>
)
