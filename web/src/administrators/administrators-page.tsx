import type { Administrator } from '@attest/contract/administrators'
import { Check, CircleOff, Clock, Hourglass, type LucideIcon, Plus, UserRound } from 'lucide-react'
import { useState } from 'react'
import { ConfirmIdentityDialog } from '../account/confirm-identity-dialog.tsx'
import { EmailDialog } from '../account/email-dialog.tsx'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Badge, UNKNOWN_STATE } from '../ui/badge.tsx'
import { CopyButton } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogButton, DialogFooter } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
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

type Calls = ReturnType<typeof useAdministratorActions>

interface Action {
  label: string
  text: (email: string) => string
  danger?: boolean
}

const ACTIONS: Record<keyof Calls, Action> = {
  resend: {
    label: 'Send Again',
    text: (email) => `Another invitation goes to ${email}. Its link works for 7 days.`,
  },
  withdraw: {
    label: 'Withdraw Invitation',
    text: (email) => `The link that ${email} was sent no longer works.`,
    danger: true,
  },
  approve: {
    label: 'Approve',
    text: (email) =>
      `${email} becomes an administrator, can open every client and file, and can manage every other administrator.`,
  },
  switchOn: {
    label: 'Switch On',
    text: (email) => `${email} can sign in again, with the same password and second factor.`,
  },
  switchOff: {
    label: 'Switch Off',
    text: (email) =>
      `${email} is signed out everywhere at once and cannot sign in until switched on again.`,
    danger: true,
  },
  reset: {
    label: 'Reset Second Factor',
    text: (email) =>
      `Every authenticator app, passkey and recovery code of ${email} is removed, and all sessions end. Make sure that this person asks for it; an email reports the change.`,
    danger: true,
  },
  remove: {
    label: 'Remove',
    text: (email) =>
      `${email} is signed out everywhere and loses the account for good. Its history stays on record.`,
    danger: true,
  },
}

const OFFERED: Partial<Record<Administrator['state'], (keyof Calls)[]>> = {
  invited: ['resend', 'withdraw'],
  waiting: ['approve', 'remove'],
  off: ['switchOn', 'remove'],
}

function AdministratorMenu({ administrator }: { administrator: Administrator }) {
  const { id, email, state, two_factor_enabled } = administrator
  const [asked, setAsked] = useState<keyof Calls | null>(null)
  const calls = useAdministratorActions()
  const { resend } = calls
  const whenActive: (keyof Calls)[] = two_factor_enabled
    ? ['reset', 'switchOff', 'remove']
    : ['switchOff', 'remove']
  const items = (OFFERED[state] ?? whenActive).map((name) => ({
    ...ACTIONS[name],
    onSelect: () => setAsked(name),
  }))
  return (
    <>
      <Menu label={`Actions for ${email}`} items={items} />
      {asked && (
        <ConfirmDialog
          title={ACTIONS[asked].label}
          text={ACTIONS[asked].text(email)}
          action={ACTIONS[asked].label}
          harmless={!ACTIONS[asked].danger}
          onConfirm={() => calls[asked].mutate({ params: { id } })}
          onClose={() => setAsked(null)}
        />
      )}
      {resend.data?.link && (
        <InvitationLink link={resend.data.link} email={email} onClose={resend.reset} />
      )}
    </>
  )
}

interface InvitationLinkProps {
  link: string
  email: string
  onClose: () => void
}

/** Only the inviting administrator sees the link, and only once: it makes an administrator of anybody. */
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
