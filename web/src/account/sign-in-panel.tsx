import type { Account } from '@attest/contract/account'
import { MIN_PASSWORD, newPassword } from '@attest/contract/auth'
import { Clock, KeyRound, Mail } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../lib/call.ts'
import { useShortForm } from '../lib/short-form.ts'
import { Button } from '../ui/button.tsx'
import { Field, PasswordInput } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ListRow, Panel } from '../ui/panel.tsx'
import { ProofField, proofBody, proofSchema } from './confirm-identity-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { useCancelEmailChange, useChangeEmail, useChangePassword } from './use-account.ts'

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
        <ListRow
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
          <ListRow
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
        <ListRow
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

interface ChangePasswordDialogProps {
  /** Tells the browser's password manager which account it is. */
  email: string
  hasPassword: boolean
  onClose: () => void
}

function ChangePasswordDialog({ email, hasPassword, onClose }: ChangePasswordDialogProps) {
  const [byCode, setByCode] = useState(!hasPassword)
  const change = useChangePassword(hasPassword)
  const form = useShortForm(z.object({ proof: proofSchema(byCode), password: newPassword }), {
    proof: '',
    password: '',
  })
  const submit = form.handleSubmit(({ proof, password }) =>
    change.mutate(
      { body: { ...proofBody(byCode, proof), password } },
      {
        onSuccess: onClose,
        onError: (error) => {
          const { code } = error instanceof CallError ? error.body : {}
          const field = code === 'weak_password' || code === 'same_password' ? 'password' : 'proof'
          form.refuse(field, error, '')
        },
      },
    ),
  )
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="You will be signed out everywhere else."
      label="Save"
      busyLabel="Saving..."
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <ProofField byCode={byCode} onByCode={setByCode} hasPassword={hasPassword} form={form} />
        <Field
          label="New password"
          hint={`At least ${MIN_PASSWORD} characters`}
          error={form.errorOf('password')}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
      </div>
    </FormDialog>
  )
}
