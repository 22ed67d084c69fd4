import type { Administrator } from '@attest/contract/administrators'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { useAdministratorActions } from './use-administrators.ts'

interface Action {
  label: string
  text: string
  danger?: boolean
  act: () => void
}

export function AdministratorMenu({ administrator }: { administrator: Administrator }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const calls = useAdministratorActions()
  const { resend } = calls
  const actions = actionsOf(administrator, calls)
  return (
    <>
      <Menu
        label={`Actions for ${administrator.email}`}
        items={actions.map((action) => ({ ...action, onSelect: () => setAsked(action) }))}
      />
      {asked && (
        <ConfirmDialog
          title={asked.label}
          text={asked.text}
          action={asked.label}
          harmless={!asked.danger}
          onConfirm={asked.act}
          onClose={() => setAsked(null)}
        />
      )}
      {resend.data?.link && (
        <InvitationLink
          link={resend.data.link}
          email={administrator.email}
          onClose={resend.reset}
        />
      )}
    </>
  )
}

function actionsOf(
  { id, email, state, two_factor_enabled }: Administrator,
  calls: ReturnType<typeof useAdministratorActions>,
): Action[] {
  const { resend, withdraw, approve, switchOff, switchOn, reset, remove } = calls
  const input = { params: { id } }
  const removal: Action = {
    label: 'Remove',
    text: `${email} is signed out everywhere and loses the account for good. Its history stays on record.`,
    danger: true,
    act: () => remove.mutate(input),
  }
  if (state === 'invited') {
    return [
      {
        label: 'Send Again',
        text: `Another invitation goes to ${email}. Its link works for 7 days.`,
        act: () => resend.mutate(input),
      },
      {
        label: 'Withdraw Invitation',
        text: `The link that ${email} was sent no longer works.`,
        danger: true,
        act: () => withdraw.mutate(input),
      },
    ]
  }
  if (state === 'waiting') {
    const text = `${email} becomes an administrator, can open every client and file, and can manage every other administrator.`
    return [{ label: 'Approve', text, act: () => approve.mutate(input) }, removal]
  }
  if (state === 'off') {
    const text = `${email} can sign in again, with the same password and second factor.`
    return [{ label: 'Switch On', text, act: () => switchOn.mutate(input) }, removal]
  }
  const off: Action = {
    label: 'Switch Off',
    text: `${email} is signed out everywhere at once and cannot sign in until switched on again.`,
    danger: true,
    act: () => switchOff.mutate(input),
  }
  const resetting: Action = {
    label: 'Reset Second Factor',
    text: `Every authenticator app, passkey and recovery code of ${email} is removed, and all sessions end. Make sure that this person asks for it; an email reports the change.`,
    danger: true,
    act: () => reset.mutate(input),
  }
  return two_factor_enabled ? [resetting, off, removal] : [off, removal]
}
