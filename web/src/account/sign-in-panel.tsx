import type { Account } from '@attest/contract/account'
import { Clock, KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { AccountRow } from './account-row.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { useCancelEmailChange, useChangeEmail } from './use-account.ts'

export function SignInPanel({ account }: { account: Account }) {
  const { email, new_email, has_password, identities } = account
  const otherWay = identities.length > 0 ? 'single sign-on' : 'a mailed link'
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const change = useChangeEmail()
  const cancel = useCancelEmailChange()
  const close = () => setOpen(null)
  return (
    <Panel title="Email and password">
      <ul>
        <AccountRow
          icon={Mail}
          title={email}
          text="The address you sign in with"
          actions={
            <Button size="sm" onClick={() => setOpen('email')}>
              Change Email
            </Button>
          }
        />
        {new_email && (
          <AccountRow
            icon={Clock}
            title={new_email}
            text="Waiting until you open the link that we emailed there"
            actions={
              <Button size="sm" blocked={cancel.isPending} onClick={() => cancel.mutate({})}>
                Cancel Change
              </Button>
            }
          />
        )}
        <AccountRow
          icon={KeyRound}
          title="Password"
          text={has_password ? 'Set' : `None: you sign in by ${otherWay}`}
          actions={
            <Button size="sm" onClick={() => setOpen('password')}>
              {has_password ? 'Change Password' : 'Set Password'}
            </Button>
          }
        />
      </ul>
      {open === 'email' && (
        <EmailDialog
          title="Change your email"
          description="We send a link to the new email address. Open the link to make the change. Your present email address gets a notice."
          field="New email"
          autoComplete="email"
          label="Send Link"
          busyLabel="Loading..."
          action={change}
          onClose={close}
        />
      )}
      {open === 'password' && (
        <ChangePasswordDialog email={email} hasPassword={has_password} onClose={close} />
      )}
    </Panel>
  )
}
