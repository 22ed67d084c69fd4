import * as calls from '@attest/contract/history'
import { History, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { action } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { StatusBadge } from '../ui/badge.tsx'
import { Button, Tooltip } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { ConfirmButton, ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState, Panel, ReadError } from '../ui/panel.tsx'
import { useSelection } from '../ui/selectable-row.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ChangeTable, ChangeTime } from './change-table.tsx'

export function ChangeList({ clientId, title }: { clientId: number; title?: string }) {
  const reading = useChanges(clientId)
  const { data, isPending } = reading
  return (
    <Panel title={title}>
      {isPending && <SkeletonLines announced count={14} className="h-118 px-4 md:px-5.5" />}
      <ReadError title="Failed to fetch change history" reading={reading} />
      <div data-focus-box>
        {data?.length === 0 && <EmptyState icon={History} title="No change history available." />}
        {data && data.length > 0 && <Changes changes={data} />}
      </div>
    </Panel>
  )
}

function Changes({ changes }: { changes: calls.Change[] }) {
  const { selected, select, setAll } = useSelection(changes)
  const [asking, setAsking] = useState<number>()
  const remove = useDeleteChange()
  return (
    <>
      <div className="flex min-h-15.5 flex-wrap items-center justify-between gap-3 px-4 py-3 md:px-5.5">
        <Checkbox
          label="Select All"
          checked={selected.size === changes.length}
          mixed={selected.size > 0 && selected.size < changes.length}
          onCheckedChange={setAll}
        />
        <DeleteSelected ids={[...selected]} />
      </div>
      <ul aria-label="Changes">
        {changes.map((change) => (
          <ChangeItem
            key={change.id}
            change={change}
            selected={selected.has(change.id)}
            busy={remove.isPending}
            onSelect={select}
            onDelete={setAsking}
          />
        ))}
      </ul>
      {changes.length === calls.MOST_CHANGES && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-2 md:px-5.5">
          The newest {formatNumber(calls.MOST_CHANGES)} records are shown.
        </p>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          title="Delete Change Record"
          text="Are you sure you want to delete this change record? This action cannot be undone."
          action="Delete"
          onConfirm={() => remove.mutate({ params: { id: asking } })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function DeleteSelected({ ids }: { ids: number[] }) {
  const remove = useDeleteChanges()
  return (
    <ConfirmButton
      variant="danger"
      size="sm"
      blocked={ids.length === 0 || remove.isPending}
      question="Delete Selected"
      text={`Are you sure you want to delete ${ids.length} selected change record(s)? This action cannot be undone.`}
      action="Delete"
      onConfirm={() => remove.mutate({ body: { ids } })}
    >
      <Trash2 aria-hidden />
      {remove.isPending ? 'Deleting...' : `Delete Selected (${ids.length})`}
    </ConfirmButton>
  )
}

interface ChangeItemProps {
  change: calls.Change
  selected: boolean
  busy: boolean
  onSelect: (id: number, on: boolean) => void
  onDelete: (id: number) => void
}

/** Memoized, as there may be a thousand. */
const ChangeItem = memo(function ChangeItem(props: ChangeItemProps) {
  const { change, selected, busy, onSelect, onDelete } = props
  const when = formatDateTime(change.timestamp)
  return (
    <li className="border-t border-line px-4 py-5 md:px-5.5">
      <div className="mb-3 flex items-start gap-3">
        <span className="pt-0.75">
          <Checkbox
            aria-label={`Select the change of ${when}`}
            checked={selected}
            onCheckedChange={(on) => onSelect(change.id, on)}
          />
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={change.action} />
          <ChangeTime at={change.timestamp} />
          <span className="text-sm text-ink-3 wrap-anywhere md:ml-auto">
            {change.admins?.email ?? 'Client'}
          </span>
        </div>
        <span className="-my-1 -mr-2">
          <Tooltip text="Delete">
            <Button
              variant="remove"
              size="sm"
              className="w-8 px-0!"
              aria-label={`Delete the change of ${when}`}
              blocked={busy}
              onClick={() => onDelete(change.id)}
            >
              <Trash2 aria-hidden />
            </Button>
          </Tooltip>
        </span>
      </div>
      <ChangeTable change={change} />
    </li>
  )
})

export const useChanges = (clientId: number) =>
  useRead(calls.listChanges, { params: { id: clientId }, queryKey: ['history', clientId] })

const useDeleteChange = action(calls.deleteChange, {
  success: { title: 'Change record deleted' },
  failure: { title: 'Delete failed', text: 'Failed to delete change record' },
})

const useDeleteChanges = action(calls.deleteChanges, {
  success: (_, { body: { ids } }) => ({
    title: 'Change record deleted',
    text: ids.length > 1 ? `${ids.length} records were deleted.` : undefined,
  }),
  failure: (_, { body: { ids } }) => ({
    title: 'Delete failed',
    text: `Failed to delete ${ids.length} change record(s)`,
  }),
})
