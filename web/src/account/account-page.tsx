import type { Account } from '@attest/contract/account'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { firm } from '../lib/firm.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { PanelsSkeleton } from '../ui/skeleton.tsx'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { useAccount } from './use-account.ts'

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
