import { MOST_OWN_COLUMNS, type OwnColumn } from '@attest/contract/own-column-calls'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { KIND_NAMES, useOwnColumns } from '../lib/use-own-columns.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { MoveButtons } from '../ui/move-buttons.tsx'
import { Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ColumnDialog, DeleteColumnDialog, useUpdateColumn } from './own-column-dialogs.tsx'

export function OwnColumnsSection() {
  const reading = useOwnColumns()
  const columns = reading.data
  const [deleting, setDeleting] = useState<OwnColumn>()
  return (
    <Panel
      title="Your Own Columns"
      end={
        <DialogButton
          size="sm"
          disabled={!columns || columns.length >= MOST_OWN_COLUMNS}
          dialog={(close) => <ColumnDialog onClose={close} />}
        >
          <Plus aria-hidden />
          Add Column
        </DialogButton>
      }
    >
      <div className="px-4 py-5 md:px-5.5">
        <p className="max-w-155 text-ink-2">
          What your firm keeps about each client beside the details, like the attorney in charge.
          Clients never see it.
          {columns &&
            columns.length >= MOST_OWN_COLUMNS &&
            ` There are ${MOST_OWN_COLUMNS} columns, the most that are possible.`}
        </p>
        {reading.isPending && <SkeletonLines announced count={3} className="mt-4 h-24" />}
        <ReadError title="Failed to fetch the columns" reading={reading} />
        {columns && columns.length > 0 && (
          <ol className="mt-4 border-t border-line">
            {columns.map((column, place) => (
              <ColumnRow
                key={column.id}
                column={column}
                place={place}
                count={columns.length}
                onDelete={() => setDeleting(column)}
              />
            ))}
          </ol>
        )}
      </div>
      {deleting && <DeleteColumnDialog column={deleting} onClose={() => setDeleting(undefined)} />}
    </Panel>
  )
}

interface ColumnRowProps {
  column: OwnColumn
  place: number
  count: number
  onDelete: () => void
}

function ColumnRow({ column, place, count, onDelete }: ColumnRowProps) {
  const { id, name, key, kind, choices, searchable } = column
  const update = useUpdateColumn()
  const facts = [
    KIND_NAMES[kind],
    kind === 'choice' && choices.join(', '),
    searchable && 'found by the search',
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-3 wrap-anywhere">
          {facts.join(' · ')} · in letters {`{{own.${key}}}`}
        </p>
      </div>
      <div className="flex gap-1.5">
        <MoveButtons
          name={name}
          may={(by) => !update.isPending && place + by >= 0 && place + by < count}
          onMove={(by) => update.mutate({ params: { id }, body: { position: place + by } })}
        />
        <DialogButton
          size="sm"
          aria-label={`Edit ${name}`}
          dialog={(close) => <ColumnDialog column={column} onClose={close} />}
        >
          Edit
        </DialogButton>
        <Button size="sm" variant="danger" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
