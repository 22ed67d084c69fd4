import { TRASH_DAYS, type TrashedClient, TrashQuery } from '@attest/contract/trash'
import { ArchiveRestore, SearchX, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { counted, formatDateTime, formatNumber } from '../lib/format.ts'
import { useUrlList } from '../lib/use-url-query.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { BackLink, ClientLink, PageHeader } from '../ui/page.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'
import * as trash from './use-trash.ts'

export default function TrashPage() {
  const list = useUrlList(TrashQuery, trash.useTrash)
  const { query, onQuery } = list
  const [removing, setRemoving] = useState<TrashedClient>()
  const { deletedAt } = query
  const isFiltered = query.search !== '' || deletedAt !== ''
  return (
    <>
      <PageHeader
        above={<BackLink to="/user-management">Clients</BackLink>}
        title="Trash"
        text={`Deleted clients stay here for ${TRASH_DAYS} days and get no email. Then they and their files are removed for good.`}
        actions={deletedAt !== '' && <RestoreAll deletedAt={deletedAt} />}
      />
      <Panel>
        <FilterBar placeholder="Search by name, client number or email" {...list}>
          {deletedAt !== '' && (
            <Button size="sm" onClick={() => onQuery({ deletedAt: '', page: 1 })}>
              Deleted together, {formatDateTime(deletedAt)}
              <X aria-label="Show all" />
            </Button>
          )}
        </FilterBar>
        <PagedTable
          {...list}
          failure="Failed to fetch the trash"
          empty={<EmptyState {...(isFiltered ? NONE_FOUND : NOTHING_DELETED)} />}
          rowsOf={({ clients }) => clients}
          columns={columnsOf(
            (at) => void onQuery({ deletedAt: at, search: '', page: 1 }),
            deletedAt === '',
            setRemoving,
          )}
          rowKey={({ client_id }) => client_id}
        />
      </Panel>
      {removing && <RemoveDialog client={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

const NOTHING_DELETED = {
  icon: Trash2,
  title: 'The trash is empty',
  text: `Deleted clients appear here for ${TRASH_DAYS} days.`,
}
const NONE_FOUND = {
  icon: SearchX,
  title: 'No deleted clients found',
  text: 'Try another search, or show the whole trash.',
}

const columnsOf = (
  onTogether: (deletedAt: string) => void,
  offersTogether: boolean,
  onRemove: (client: TrashedClient) => void,
): Column<TrashedClient>[] => [
  {
    name: 'Client',
    cell: ({ client_id, name, client_number }) => (
      <>
        <ClientLink id={client_id} className="font-semibold">
          {name}
        </ClientLink>
        <span className="block text-sm text-ink-3">{client_number}</span>
      </>
    ),
  },
  {
    name: 'Deleted',
    cell: ({ deleted_at, deleted_by, together, merged_into }) => (
      <>
        {formatDateTime(deleted_at)}
        {merged_into && (
          <span className="block text-sm">
            Merged into{' '}
            <ClientLink id={merged_into.id}>{merged_into.name ?? 'a deleted client'}</ClientLink>
          </span>
        )}
        <span className="block text-sm text-ink-3">{deleted_by}</span>
        {offersTogether && together > 1 && (
          <Button
            variant="link"
            size="inline"
            className="-my-1"
            onClick={() => onTogether(deleted_at)}
          >
            With {counted(together - 1, 'other', 'others')}
          </Button>
        )}
      </>
    ),
    cellClass: 'max-md:text-sm max-md:text-ink-2',
  },
  {
    name: 'Time Left',
    cell: trash.daysLeft,
    place: 'end',
    width: 'w-30',
    cellClass: 'text-ink-2 max-md:text-sm',
  },
  {
    name: 'Actions',
    cell: (client) => <RowActions client={client} onRemove={() => onRemove(client)} />,
    place: 'line',
    width: 'w-56',
    cellClass: 'md:text-right',
    unnamed: true,
  },
]

function RowActions({ client, onRemove }: { client: TrashedClient; onRemove: () => void }) {
  const restore = trash.useRestoreClient()
  const label = client.merged_into ? 'Undo Merge' : 'Restore'
  return (
    <span className="inline-flex gap-2 max-md:mt-2">
      <Button
        size="sm"
        blocked={restore.isPending}
        aria-label={`${label} ${client.name}`}
        onClick={() => restore.mutate({ params: { id: client.client_id } })}
      >
        {restore.isPending ? 'Restoring...' : label}
      </Button>
      {!client.merged_into && (
        <Button
          variant="remove"
          size="sm"
          aria-label={`Delete Now: ${client.name}`}
          onClick={onRemove}
        >
          Delete Now
        </Button>
      )}
    </span>
  )
}

function RestoreAll({ deletedAt }: { deletedAt: string }) {
  const { data } = trash.useTrash(TrashQuery.parse({ deletedAt, limit: 10 }))
  const restore = trash.useRestoreDeletion()
  if (!data || data.total === 0) return null
  const clients = counted(data.total, 'client', 'clients')
  return (
    <ConfirmButton
      variant="primary"
      harmless
      blocked={restore.isPending}
      question={`Restore ${clients}?`}
      text={`They come back as they were deleted on ${formatDateTime(deletedAt)}. Links sent before stay closed.`}
      action={`Restore ${formatNumber(data.total)}`}
      onConfirm={() => restore.mutate({ body: { deletedAt } })}
    >
      <ArchiveRestore aria-hidden />
      {restore.isPending ? 'Restoring...' : `Restore All ${formatNumber(data.total)}`}
    </ConfirmButton>
  )
}

function RemoveDialog({ client, onClose }: { client: TrashedClient; onClose: () => void }) {
  const { client_id, name } = client
  const [typed, setTyped] = useState('')
  const remove = trash.useRemoveTrashed()
  const { error } = remove
  return (
    <FormDialog
      title={`Delete ${name} now?`}
      label="Delete for Good"
      busyLabel="Deleting..."
      danger
      busy={remove.isPending}
      disabled={typed.trim() === ''}
      onSubmit={() =>
        remove.mutate({ params: { id: client_id }, body: { name: typed } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p className="mb-4 text-ink-2">
        The client’s record and files are removed at once and cannot be restored. History and
        answers stay.
      </p>
      <Field
        label={`To confirm, enter the full name: ${name}`}
        error={error instanceof CallError ? error.body.fields?.name : undefined}
      >
        <Input value={typed} onValueChange={setTyped} />
      </Field>
    </FormDialog>
  )
}
