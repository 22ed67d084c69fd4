import type { Administrator } from '@attest/contract/administrators'
import { Check, CircleOff, Clock, Hourglass, type LucideIcon, Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmIdentityDialog } from '../account/confirm-identity-dialog.tsx'
import { EmailDialog } from '../account/email-dialog.tsx'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Badge, UNKNOWN_STATE } from '../ui/badge.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { ListTable } from '../ui/table.tsx'
import { useAdministratorActions, useAdministrators, useInvite } from './use-administrators.ts'

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

const STATES: Record<Administrator['state'], { label: string; icon: LucideIcon }> = {
  active: { label: 'Active', icon: Check },
  invited: { label: 'Invited', icon: Clock },
  waiting: { label: 'Waiting for approval', icon: Hourglass },
  off: { label: 'Switched off', icon: CircleOff },
}

function AdministratorTable({ administrators }: { administrators?: Administrator[] }) {
  const { user } = useSession()
  return (
    <ListTable
      columns={columnsFor(user?.id)}
      rows={administrators}
      rowKey={({ id }) => id}
      expected={3}
      rowClass="max-md:gap-y-1"
      cells="md:h-12.5"
    />
  )
}

const columnsFor = (ownId: string | undefined): Column<Administrator>[] => [
  {
    name: 'Email',
    cell: ({ id, email }) => (
      <>
        <span className="mr-2.5">{email}</span>
        {id === ownId && <Badge icon={UserRound} label="You" />}
      </>
    ),
    cellClass: 'font-semibold wrap-anywhere',
  },
  {
    name: 'State',
    cell: (administrator) => (
      <>
        <Badge {...(STATES[administrator.state] ?? UNKNOWN_STATE)} />
        <Expiry {...administrator} />
      </>
    ),
    width: 'w-56',
    cellClass: 'md:whitespace-nowrap',
  },
  {
    name: 'Two-Factor',
    cell: ({ two_factor_enabled }) => (two_factor_enabled ? 'On' : 'Off'),
    label: 'Two-factor:',
    width: 'w-28',
    cellClass: 'max-md:text-sm max-md:text-ink-3',
  },
  {
    name: 'Last Sign-In',
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : 'Never'),
    label: 'Last sign-in:',
    width: 'w-46',
    cellClass: 'text-ink-3 max-md:text-sm md:whitespace-nowrap',
  },
  {
    name: 'Actions',
    cell: (each) => each.id !== ownId && <AdministratorMenu administrator={each} />,
    place: 'end',
    width: 'w-18',
    cellClass: 'text-right max-md:row-span-4',
    unnamed: true,
  },
]

function Expiry({ state, invitation_expires_at }: Administrator) {
  if (state !== 'invited' || !invitation_expires_at) return null
  const past = new Date(invitation_expires_at) < new Date()
  return (
    <span className={`ml-2 text-sm ${past ? 'text-danger' : 'text-ink-3'}`}>
      {past ? 'expired' : `until ${formatDay(invitation_expires_at)}`}
    </span>
  )
}

interface Action {
  label: string
  text: string
  danger?: boolean
  act: () => void
}

function AdministratorMenu({ administrator }: { administrator: Administrator }) {
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

interface InvitationLinkProps {
  link: string
  email: string
  onClose: () => void
}

/** Shown once, to the one who invites: whoever opens the link becomes an administrator. */
const InvitationLink = ({ link, email, onClose }: InvitationLinkProps) => (
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
