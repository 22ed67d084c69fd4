import { fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { Change } from '@attest/contract/history'
import type { TrashedClient } from '@attest/contract/trash'
import { ArchiveRestore, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChangeList, useChanges } from '../history/change-list.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ClientLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { daysLeft, useRestoreClient, useTrashed } from './use-trash.ts'

/** The screen of a deleted client, whose history remains. */
export function GoneClient({ id, above }: { id: number; above: ReactNode }) {
  const { data: changes = [], error } = useChanges(id)
  const { data: trashed } = useTrashed(id)
  const last = lastKnown(changes)
  return (
    <>
      {last ? (
        <PageHeader
          title={fullName(last)}
          badge={<StatusBadge status="deleted" />}
          text={`Client ${last.client_number}`}
          above={above}
        />
      ) : (
        <PageHeader title="Client" above={above} />
      )}
      <NoSuchClient action={trashed && <Restore client={trashed} />} />
      {(changes.length > 0 || error) && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          <Timeline clientId={id} deleted />
          <ChangeList clientId={id} title="Change History" />
        </div>
      )}
    </>
  )
}

function Restore({ client }: { client: TrashedClient }) {
  const restore = useRestoreClient()
  const { merged_into } = client
  return (
    <>
      <Button
        variant="primary"
        blocked={restore.isPending}
        onClick={() => restore.mutate({ params: { id: client.client_id } })}
      >
        <ArchiveRestore aria-hidden />
        {restore.isPending ? 'Restoring...' : merged_into ? 'Undo Merge' : 'Restore Client'}
      </Button>
      <p className="mt-2 text-sm text-ink-2">
        {merged_into && (
          <>
            Merged into{' '}
            <ClientLink id={merged_into.id}>{merged_into.name ?? 'a deleted client'}</ClientLink> ·{' '}
          </>
        )}
        {daysLeft(client)} left in the trash
      </p>
    </>
  )
}

export const NoSuchClient = ({ action }: { action?: ReactNode }) => (
  <Panel>
    <EmptyState
      icon={SearchX}
      title="Client not found"
      text="This client does not exist or was deleted."
      action={action}
    />
  </Panel>
)

/** The record of the deletion holds the whole client. */
function lastKnown(changes: Change[]) {
  const deletion = changes.find(
    ({ action, new_data }) => action === 'deleted' || (action === 'merged' && new_data === 'null'),
  )
  return deletion && (JSON.parse(deletion.old_data) as Client)
}
