import { fullName } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { Change } from '@attest/contract/history'
import type { TrashedClient } from '@attest/contract/trash'
import { ArchiveRestore, SearchX, Trash2, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChangeList, useChanges } from '../history/change-list.tsx'
import { isGone } from '../lib/call.ts'
import { formatDateTime } from '../lib/format.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { StatusBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ClientLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { RecordMenu } from './record-menu.tsx'
import { daysLeft, useRestoreClient, useTrashed } from './use-trash.ts'

export function GoneClient({ id, above }: { id: number; above: ReactNode }) {
  const { data: changes = [], error } = useChanges(id)
  const reading = useTrashed(id)
  const { data: trashed, isPending } = reading
  const last = lastKnown(changes)
  const actions = (isPending || last || trashed) && <RecordMenu id={id} />
  return (
    <>
      {last ? (
        <PageHeader
          title={fullName(last)}
          badge={<StatusBadge status="deleted" />}
          text={`Client ${last.client_number}`}
          above={above}
          actions={actions}
        />
      ) : (
        <PageHeader title="Client" above={above} actions={actions} />
      )}
      <Panel>
        {isPending ? (
          <SkeletonLines announced count={4} className="h-56 px-4 md:px-5.5" />
        ) : trashed ? (
          <InTrash client={trashed} />
        ) : reading.error && !isGone(reading.error) ? (
          <ReadError title="Failed to fetch the client" reading={reading} />
        ) : (
          <EmptyState
            icon={SearchX}
            title="Client not found"
            text="This client does not exist or was deleted."
          />
        )}
      </Panel>
      {(changes.length > 0 || error) && (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          <Timeline clientId={id} deleted />
          <ChangeList clientId={id} title="Change History" />
        </div>
      )}
    </>
  )
}

function InTrash({ client }: { client: TrashedClient }) {
  const restore = useRestoreClient()
  const { merged_into, deleted_at, deleted_by } = client
  const [icon, title, label] = merged_into
    ? ([Users, 'This client was merged', 'Undo Merge'] as const)
    : ([Trash2, 'This client is in the trash', 'Restore Client'] as const)
  const button = (
    <Button
      variant="primary"
      blocked={restore.isPending}
      onClick={() => restore.mutate({ params: { id: client.client_id } })}
    >
      <ArchiveRestore aria-hidden />
      {restore.isPending ? 'Restoring...' : label}
    </Button>
  )
  const text = (
    <>
      {merged_into && (
        <>
          Now <ClientLink id={merged_into.id}>{merged_into.name ?? 'a deleted client'}</ClientLink>.{' '}
        </>
      )}
      {merged_into ? 'Merged' : 'Deleted'} {formatDateTime(deleted_at)} by {deleted_by}.{' '}
      {daysLeft(client)} left to undo it.
    </>
  )
  return <EmptyState icon={icon} title={title} text={text} action={button} />
}

/** Takes the client's last values from the deletion's record, which holds them all. */
function lastKnown(changes: Change[]) {
  const deletion = changes.find(
    ({ action, new_data }) => action === 'deleted' || (action === 'merged' && new_data === 'null'),
  )
  return deletion && (JSON.parse(deletion.old_data) as Client)
}
