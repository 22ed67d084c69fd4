import { Plus } from 'lucide-react'
import { ConfirmIdentityDialog } from '../account/confirm-identity-dialog.tsx'
import { EmailDialog } from '../account/email-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { AdministratorTable } from './administrator-table.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { useAdministrators, useInvite } from './use-administrators.ts'

export default function AdministratorsPage() {
  const reading = useAdministrators()
  const { data, error } = reading
  const invite = useInvite()
  return (
    <>
      <PageHeader
        title="Administrators"
        text="People who can sign in here. Each of them can do everything."
        actions={
          <DialogButton
            variant="primary"
            dialog={(close) => (
              <EmailDialog
                title="Invite an administrator"
                description="The new administrator gets a link, valid for 7 days, and can then open every client and every file."
                field="Email"
                autoComplete="off"
                label="Send Invitation"
                busyLabel="Sending..."
                action={invite}
                onClose={close}
              />
            )}
          >
            <Plus aria-hidden />
            Invite Administrator
          </DialogButton>
        }
      />
      <Panel>
        {error && !data ? (
          <ReadError title="Failed to fetch the administrators" reading={reading} />
        ) : (
          <AdministratorTable administrators={data} />
        )}
      </Panel>
      <ConfirmIdentityDialog />
      {invite.data?.link && (
        <InvitationLink link={invite.data.link} email={invite.data.email} onClose={invite.reset} />
      )}
    </>
  )
}
