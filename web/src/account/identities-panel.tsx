import { type Account, linkIdentity } from '@attest/contract/account'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useEffect } from 'react'
import { noteLeaving, type ProviderReturn, takeLeaving } from '../auth/provider.ts'
import { messageOf } from '../lib/call.ts'
import { firm } from '../lib/firm.ts'
import { isAborted } from '../lib/time-limit.ts'
import { toastError } from '../lib/toast.ts'
import { useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { ListRow, Panel } from '../ui/panel.tsx'
import { callConfirmed } from './confirm-identity.ts'
import { useCompleteLinking, useUnlinkIdentity } from './use-account.ts'

type Identity = Account['identities'][number]

export function IdentitiesPanel({ identities }: Pick<Account, 'identities'>) {
  useProviderReply()
  const known = firm.providers.map(({ name }) => name)
  const retired = identities.filter(({ provider }) => !known.includes(provider))
  if (firm.providers.length + retired.length === 0) return null
  return (
    <Panel title="Single sign-on">
      <ul>
        {firm.providers.map(({ name, label }) => {
          const linked = identities.filter(({ provider }) => provider === name)
          return linked.length > 0 ? (
            linked.map((each) => <LinkedRow key={each.id} identity={each} label={label} />)
          ) : (
            <UnlinkedRow key={name} provider={name} label={label} />
          )
        })}
        {retired.map((each) => (
          <LinkedRow key={each.id} identity={each} label={each.provider} />
        ))}
      </ul>
    </Panel>
  )
}

function LinkedRow({ identity, label }: { identity: Identity; label: string }) {
  const unlink = useUnlinkIdentity()
  return (
    <ListRow
      icon={Link2}
      title={label}
      text={identity.email ?? 'Linked'}
      actions={
        <ConfirmButton
          variant="remove"
          size="sm"
          aria-label={`Unlink ${label}`}
          blocked={unlink.isPending}
          className="md:-mr-2.75 max-md:-ml-2.75"
          question={`Unlink ${label}`}
          text={`You will no longer be able to sign in with ${label}.`}
          action="Unlink"
          onConfirm={() => unlink.mutate({ params: { id: identity.id } })}
        >
          Unlink
        </ConfirmButton>
      }
    />
  )
}

function UnlinkedRow({ provider, label }: { provider: string; label: string }) {
  const link = useSingleMutation({
    mutationFn: () => callConfirmed(linkIdentity, { body: { provider, return_to: '/account' } }),
    onSuccess: ({ url }) => {
      noteLeaving({})
      location.assign(url)
    },
    onError: (error) => isAborted(error) || showNotLinked(messageOf(error, '')),
  })
  return (
    <ListRow
      icon={Link2}
      title={label}
      text="Not linked"
      actions={
        <Button size="sm" blocked={link.isPending} onClick={() => link.mutate(undefined)}>
          Link {label}
        </Button>
      }
    />
  )
}

const showNotLinked = (reason: string) =>
  toastError('Not linked', reason || 'Single sign-on could not be linked. Please try again.')

function useProviderReply() {
  const { code, error, error_description } = useSearch({ strict: false }) as ProviderReturn
  const navigate = useNavigate()
  const { mutate: complete } = useCompleteLinking()
  useEffect(() => {
    if (!code && !error && !error_description) return
    if (takeLeaving()) {
      if (code) complete({ body: { code } })
      else showNotLinked(error_description ?? '')
    }
    void navigate({ to: '/account', replace: true })
  }, [code, error, error_description, navigate, complete])
}
