import { counted } from '../lib/format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface EmailQuestionProps {
  count: number
  onConfirm: () => void
  onClose: () => void
}

export function EmailQuestion({ count, onConfirm, onClose }: EmailQuestionProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Email ${counted(count, 'client', 'clients')}?`}
      text="Each gets the letter of the open round or of its group, with a new link. Clients who have answered are asked again and become pending. Clients without an email, and those marked “Do not ask”, get nothing."
      action="Send Emails"
      harmless
      onConfirm={onConfirm}
    />
  )
}
