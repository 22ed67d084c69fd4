import type { Client } from '@attest/contract/clients'
import { Link, useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { ChevronLeft, Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ChangeList } from '../history/change-list.tsx'
import { CallError, messageOf } from '../lib/call.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ClientDetails } from './client-details.tsx'
import { useClient, useDeleteClient, useResendEmail } from './use-clients.ts'

export function ClientPage() {
  const { userId } = useParams({ strict: false })
  const { data: client, error, refetch } = useClient(Number(userId))
  const gone = error instanceof CallError && error.status === 404
  if (client && !gone) return <ClientScreen key={client.id} client={client} />
  return (
    <>
      <PageHeader title={error ? 'User' : 'Loading...'} above={<BackLink />} />
      <Sheet>
        {error ? (
          <ErrorState
            title="Failed to fetch user data"
            text={
              gone
                ? 'There is no such user; it may have been deleted.'
                : messageOf(error, 'The server did not answer.')
            }
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="m-5.5 h-80" />
        )}
      </Sheet>
    </>
  )
}

function ClientScreen({ client }: { client: Client }) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <PageHeader
        title={`${client.first_name} ${client.last_name}`}
        badge={<StatusBadge status={client.status} />}
        text={`Client ${client.client_number}`}
        above={<BackLink />}
        actions={<Actions client={client} editing={editing} />}
      />
      <Tabs
        label="User"
        tabs={[
          {
            name: 'Details',
            content: <ClientDetails client={client} editing={editing} onEditing={setEditing} />,
          },
          { name: 'Change History', content: <ChangeList clientId={client.id} /> },
        ]}
      />
    </>
  )
}

/** To the list as it was left, with its page and filters, where one came from it. */
function BackLink() {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to="/user-management"
      onClick={(event) => {
        if (!canGoBack || event.metaKey || event.ctrlKey) return
        event.preventDefault()
        history.back()
      }}
      className="-ml-1 mb-2 inline-flex items-center gap-1 rounded-sm text-accent no-underline hover:underline"
    >
      <ChevronLeft aria-hidden className="size-4.5" />
      Back
    </Link>
  )
}

/** While the record is edited, Save is the screen's one primary button. */
function Actions({ client, editing }: { client: Client; editing: boolean }) {
  const navigate = useNavigate()
  const resend = useResendEmail()
  const remove = useDeleteClient()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" disabled={remove.isPending} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Delete User
      </Button>
      <Button
        variant={editing ? 'secondary' : 'primary'}
        disabled={resend.isPending}
        onClick={() => resend.mutate({ params: { id: client.id } })}
      >
        <Mail aria-hidden />
        Resend Email
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete User"
        text={`Are you sure you want to delete ${client.first_name} ${client.last_name}? This action cannot be undone.`}
        action="Delete User"
        onConfirm={() =>
          remove.mutate(
            { params: { id: client.id } },
            { onSuccess: () => navigate({ to: '/user-management' }) },
          )
        }
      />
    </>
  )
}
