import type { Account, Factor } from '@attest/contract/account'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { passkeysWork } from '../auth/passkey.ts'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { ListRow, Panel } from '../ui/panel.tsx'
import { AddAppDialog, AddPasskeyDialog } from './add-factor.tsx'
import { useMakeRecoveryCodes, useRemoveFactor } from './use-account.ts'

const KINDS = {
  totp: { icon: Smartphone, name: 'Authenticator app' },
  webauthn: { icon: KeyRound, name: 'Passkey' },
}

interface FactorsPanelProps {
  account: Account
  onCodes: (codes: string[]) => void
}

export function FactorsPanel({ account, onCodes }: FactorsPanelProps) {
  const [adding, setAdding] = useState<Factor['type'] | null>(null)
  const close = () => setAdding(null)
  const added = (codes: string[] | null) => {
    close()
    if (codes) onCodes(codes)
  }
  const { factors } = account
  return (
    <Panel title="Two-factor sign-in">
      {factors.length === 0 && (
        <p className="px-4 pt-4 text-ink-2 md:px-5.5">
          Not set up. Once it is, a password alone is not enough: a code or a passkey is also
          required.
        </p>
      )}
      <ul>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} account={account} />
        ))}
        {factors.length > 0 && <RecoveryRow left={account.recovery_codes_left} onCodes={onCodes} />}
      </ul>
      <div
        className={`flex flex-wrap gap-2.5 px-4 py-4 max-md:*:flex-1 md:px-5.5 ${factors.length > 0 ? 'border-t border-line' : ''}`}
      >
        <Button
          variant={factors.length === 0 ? 'primary' : 'secondary'}
          onClick={() => setAdding('totp')}
        >
          <Smartphone aria-hidden />
          Add Authenticator App
        </Button>
        {passkeysWork() && (
          <Button onClick={() => setAdding('webauthn')}>
            <KeyRound aria-hidden />
            Add Passkey
          </Button>
        )}
      </div>
      {adding === 'totp' && <AddAppDialog onClose={close} onAdded={added} />}
      {adding === 'webauthn' && <AddPasskeyDialog onClose={close} onAdded={added} />}
    </Panel>
  )
}

function FactorRow({ factor, account }: { factor: Factor; account: Account }) {
  const remove = useRemoveFactor()
  const { icon, name: kind } = KINDS[factor.type]
  const name = factor.name || kind
  const last = account.factors.length === 1
  const used = factor.last_used_at ? `last used ${formatDay(factor.last_used_at)}` : 'not yet used'
  return (
    <ListRow
      icon={icon}
      title={name}
      text={`${kind} · added ${formatDay(factor.created_at)} · ${used}`}
      actions={
        !(last && account.two_factor_required) && (
          <ConfirmButton
            variant="remove"
            size="sm"
            aria-label={`Remove ${name}`}
            blocked={remove.isPending}
            className="md:-mr-2.75 max-md:-ml-2.75"
            question={`Remove ${name}`}
            text={
              last
                ? 'It is your last second factor. Your password alone will then open your account, and your recovery codes will not work.'
                : 'It will no longer be accepted at sign-in.'
            }
            action="Remove"
            onConfirm={() => remove.mutate({ params: { id: factor.id } })}
          >
            Remove
          </ConfirmButton>
        )
      }
    />
  )
}

function RecoveryRow({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const make = useMakeRecoveryCodes()
  return (
    <ListRow
      icon={LifeBuoy}
      title="Recovery codes"
      text={left === 0 ? 'None left: make new ones' : `${left} left, for a lost phone`}
      actions={
        <ConfirmButton
          size="sm"
          blocked={make.isPending}
          question="Make new codes"
          text="The codes you have kept will no longer work."
          action="Make New Codes"
          onConfirm={() =>
            make.mutate({}, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) })
          }
        >
          Make New Codes
        </ConfirmButton>
      }
    />
  )
}
