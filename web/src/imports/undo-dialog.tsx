import {
  getUndo,
  type UndoPlan,
  type UndoReason,
  type UndoRow,
  undoImport,
} from '@attest/contract/import-undo'
import type { Import } from '@attest/contract/imports'
import { isOwnField } from '@attest/contract/own-columns'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { fieldLabel, fieldText } from '../history/field-text.ts'
import { counted, formatDay } from '../lib/format.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { useOwnTexts } from '../lib/use-own-columns.ts'
import { usePage } from '../lib/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import type { Column } from '../ui/column.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { CountList, Counts } from '../ui/figures.tsx'
import { ClientLink } from '../ui/page.tsx'
import { PagedTable } from '../ui/table.tsx'

const KINDS = [
  ['undone', 'Undone'],
  ['kept', 'Kept'],
] as const

export function UndoDialog({ record, onClose }: { record: Import; onClose: () => void }) {
  const { importId, file_name, undo_until } = record
  const [kind, setKind] = useState<UndoQuery['kind']>('undone')
  const { data: plan } = useUndoPlan(importId, { kind, ...FIRST_PAGE })
  const undo = useUndoImport()
  const nothing = plan && plan.removed + plan.restored === 0
  const start = () => undo.mutate({ params: { importId } }, { onSuccess: onClose })
  return (
    <Dialog
      width="wide"
      locked={undo.isPending}
      onClose={onClose}
      title="Undo Import"
      description={`Removes the clients that ${file_name} created, restores the details that it changed, and lifts the marks “Do Not Ask” that it set. Possible once, until ${formatDay(undo_until)}.`}
    >
      <DialogBody>
        {plan && <Summary plan={plan} />}
        <div className="mt-5 mb-3 flex">
          <Segments label="Show" options={KINDS} value={kind} onChange={setKind} />
        </div>
        <div className="overflow-clip rounded-lg border border-line">
          <UndoRows key={kind} importId={importId} kind={kind} />
        </div>
      </DialogBody>
      <DialogFooter busy={undo.isPending} onCancel={onClose}>
        <Button
          variant="dangerPrimary"
          blocked={undo.isPending || !plan || nothing}
          onClick={start}
        >
          {undo.isPending ? 'Starting...' : 'Undo Import'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Summary({ plan }: { plan: UndoPlan }) {
  const { removed, restored, kept, reasons, unsent } = plan
  return (
    <>
      <Counts
        counts={[
          { label: 'Clients removed', value: removed },
          { label: 'Clients restored', value: restored },
          { label: 'Clients kept', value: kept },
        ]}
      />
      {unsent > 0 && (
        <p className="mt-3">
          {counted(unsent, 'email has', 'emails have')} not been sent yet. The undo cancels them
          first. An email that is sent until then keeps its client.
        </p>
      )}
      <CountList
        counts={Object.entries(UNDO_REASONS).map(([reason, label]) => ({
          label,
          value: reasons[reason as UndoReason] ?? 0,
        }))}
      />
    </>
  )
}

const FIRST_PAGE = { page: 1, limit: 10 }

export function UndoRows({ importId, kind }: { importId: string; kind: UndoQuery['kind'] }) {
  const [paging, setPaging] = useState(FIRST_PAGE)
  const reading = useUndoPlan(importId, { kind, ...paging })
  const kept = kind === 'kept'
  return (
    <PagedTable
      reading={reading}
      query={paging}
      onQuery={(changes) => setPaging({ ...paging, ...changes })}
      pages="Pages of the undo"
      failure="Failed to fetch what would be undone"
      empty={
        <p className="px-5.5 py-6 text-center text-ink-2">
          {kept ? 'Everything is undone.' : 'Nothing is left to undo.'}
        </p>
      }
      rowsOf={({ rows }) => rows}
      columns={kept ? KEPT_COLUMNS : COLUMNS}
      rowKey={(row) => `${row.client_id} ${row.field}`}
      expected={5}
    />
  )
}

const UNDO_REASONS: Record<UndoReason, string> = {
  emailed: 'An email to this client was started',
  answered: 'The client has answered since',
  changed: 'Changed since the import',
  file: 'The client has files',
  called: 'The office has called this client',
  noted: 'The office has a note about this client',
  template_gone: 'The former email template was deleted',
  deleted: 'Deleted since the import',
}

const clientOf = ({ client_id, name, client_number }: UndoRow) => (
  <>
    <ClientLink id={client_id}>{name ?? 'Deleted client'}</ClientLink>
    {client_number && <span className="block text-sm text-ink-3">Client {client_number}</span>}
  </>
)

function ChangeText({ row: { field, old, new: now, reason } }: { row: UndoRow }) {
  const own = useOwnTexts()
  if (field === null) return reason ? 'New client' : 'Remove the client'
  const isOwn = isOwnField(field)
  const text = (value: string | null) =>
    (isOwn ? own.text(field, value) : fieldText(field, value, String)) || '(empty)'
  const values = [text(now), text(old)]
  const label = isOwn ? own.label(field) : fieldLabel(field)
  return `${label}: ${(reason ? values.toReversed() : values).join(' → ')}`
}

const changeOf = (row: UndoRow) => <ChangeText row={row} />

const CLIENT: Column<UndoRow> = { name: 'Client', cell: clientOf, place: 'line', width: 'w-56' }
const COLUMNS: Column<UndoRow>[] = [CLIENT, { name: 'Undo', cell: changeOf, place: 'line' }]
const KEPT_COLUMNS: Column<UndoRow>[] = [
  CLIENT,
  { name: 'Imported', cell: changeOf, place: 'line' },
  {
    name: 'Why it stays',
    cell: ({ reason }) => reason && UNDO_REASONS[reason],
    place: 'line',
    width: 'w-64',
    cellClass: 'text-ink-2',
  },
]

type UndoQuery = z.output<(typeof getUndo)['query']>

const useUndoPlan = (importId: string, query: UndoQuery) =>
  usePage(getUndo, { params: { importId }, query })

const useUndoImport = action(undoImport, {
  success: { title: 'Undo started', text: 'The undo continues even if you leave this page.' },
  failure: mayRetry('Undo failed', 'The import could not be undone.'),
})
