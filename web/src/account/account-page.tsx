import type { Account, AccountSession } from '@attest/contract/account'
import { Check, Download, Monitor, Printer, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../lib/download.ts'
import { firm } from '../lib/firm.ts'
import { formatDateTime } from '../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, CopyButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { PageHeader } from '../ui/page.tsx'
import { ListRow, Panel, ReadError } from '../ui/panel.tsx'
import { PanelsSkeleton, SkeletonLines } from '../ui/skeleton.tsx'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { useAccount, useEndOtherSessions, useEndSession, useSessions } from './use-account.ts'

export default function AccountPage() {
  const reading = useAccount()
  const { data: account, error } = reading
  return (
    <div className="max-w-[52rem]">
      <PageHeader title="Your Account" text="How you sign in, and where you are signed in." />
      {account && <Panels account={account} />}
      {!account && !error && <PanelsSkeleton label="Loading..." />}
      <ReadError inPanel title="Failed to fetch your account" reading={reading} />
      <ConfirmIdentityDialog />
    </div>
  )
}

function Panels({ account }: { account: Account }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const missing = account.two_factor_required && account.factors.length === 0
  return (
    <div className="grid gap-5">
      {missing && (
        <p
          role="alert"
          className="flex gap-3 rounded-lg border border-accent bg-accent-soft px-4 py-3.5 md:px-5.5"
        >
          <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
          <span>
            <strong className="font-semibold">One step is left.</strong> {firm.name} asks for a
            second factor at every sign-in. Set up an authenticator app or a passkey; then
            everything is open to you.
          </span>
        </p>
      )}
      {missing && <FactorsPanel account={account} onCodes={setCodes} />}
      <SignInPanel account={account} />
      {!missing && <FactorsPanel account={account} onCodes={setCodes} />}
      <IdentitiesPanel identities={account.identities} />
      <SessionsPanel />
      {codes && (
        <RecoveryCodesDialog codes={codes} email={account.email} onClose={() => setCodes(null)} />
      )}
    </div>
  )
}

const NOT_KEPT = {
  title: 'Leave without your recovery codes?',
  text: 'They are not shown again. Without them a lost phone may lock you out.',
  action: 'Leave without them',
  cancel: 'Stay here',
}

interface RecoveryCodesDialogProps {
  codes: string[]
  email: string
  onClose: () => void
}

/** Codes are shown once, so the dialog closes only after they are saved. */
function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const [kept, setKept] = useState(false)
  const guard = useLeaveGuard(!kept, NOT_KEPT)
  const heading = `Recovery codes of ${email}, ${firm.name}`
  const text = codes.join('\n')
  const download = () =>
    saveFile('recovery-codes.txt', new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
  return (
    <Dialog
      locked
      onClose={onClose}
      title="Keep your recovery codes"
      description="If you lose your phone, each of these codes lets you in once. They are shown only now."
    >
      <DialogBody>
        <div data-print>
          <p className="mb-3 hidden font-semibold print:block">{heading}</p>
          <ul
            aria-label="Recovery codes"
            className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunk px-5 py-4 text-center font-mono text-base"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="mt-2 mb-4 flex flex-wrap gap-x-5">
          <CopyButton text={text} />
          <Button variant="link" size="inline" onClick={download}>
            <Download aria-hidden />
            Download
          </Button>
          <Button variant="link" size="inline" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </div>
        <Checkbox
          label="I have kept these codes in a safe place"
          checked={kept}
          onCheckedChange={setKept}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" blocked={!kept} onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
      {guard.dialog}
    </Dialog>
  )
}

function SessionsPanel() {
  const reading = useSessions()
  const { data, error } = reading
  return (
    <Panel title="Sessions" end={data && data.length > 1 && <EndOthers others={data.length - 1} />}>
      <ReadError title="Failed to fetch the sessions" reading={reading} />
      {!data && !error && <SkeletonLines count={2} className="h-17 px-4 md:px-5.5" />}
      <ul>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const end = useEndSession()
  const { id, current, device, address, last_used_at } = session
  return (
    <ListRow
      icon={Monitor}
      title={device}
      badge={current && <Badge icon={Check} label="This device" />}
      text={`${address} · last used ${formatDateTime(last_used_at)}`}
      actions={
        !current && (
          <Button
            variant="remove"
            size="sm"
            aria-label={`End the session of ${device}, ${address}`}
            blocked={end.isPending}
            className="md:-mr-2.75 max-md:-ml-2.75"
            onClick={() => end.mutate({ params: { id } })}
          >
            End
          </Button>
        )
      }
    />
  )
}

function EndOthers({ others }: { others: number }) {
  const end = useEndOtherSessions()
  return (
    <ConfirmButton
      size="sm"
      blocked={end.isPending}
      question="End all other sessions"
      text={`You stay signed in here and are signed out in ${others} other ${others === 1 ? 'place' : 'places'}.`}
      action="End All Others"
      onConfirm={() => end.mutate({})}
    >
      End All Others
    </ConfirmButton>
  )
}
