import type { UndoPlan, UndoReason, UndoRow } from '@attest/contract/import-undo'
import type { Import } from '@attest/contract/imports'
import { Link, useParams } from '@tanstack/react-router'
import { Ban, Download, FileSpreadsheet, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { fieldLabel } from '../history/field-text.ts'
import { counted, formatDateTime, formatDay } from '../lib/format.ts'
import { AllEmailsLink } from '../mailings/mailing-buttons.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { ClientLink } from '../ui/client-link.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { CountList, Counts } from '../ui/counts.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PagedTable } from '../ui/table.tsx'
import { ImportBadge } from './import-badge.tsx'
import { ImportFigures, ImportState, RejectedList } from './import-result.tsx'
import {
  type UndoQuery,
  useCancelImport,
  useDeleteFile,
  useImportRecord,
  useSaveFile,
  useUndoImport,
  useUndoPlan,
} from './use-import-record.ts'

export default function ImportPage() {
  const { importId = '' } = useParams({ strict: false })
  return (
    <RecordPage
      name="import"
      reading={useImportRecord(importId)}
      above={<BackToImports />}
      skeleton={
        <>
          <Skeleton className="mb-5 h-20.5 rounded-lg!" />
          <Skeleton className="h-24 rounded-lg!" />
        </>
      }
    >
      {(record) => <ImportScreen record={record} />}
    </RecordPage>
  )
}

const BackToImports = () => <BackLink to="/imports">Back to Imports</BackLink>

function ImportScreen({ record }: { record: Import }) {
  const { importId, file_name, state, created_at, admin_email, rejected, undo_kept } = record
  return (
    <>
      <PageHeader
        title={file_name}
        badge={<ImportBadge state={state} />}
        text={`Started ${formatDateTime(created_at)} by ${admin_email}`}
        above={<BackToImports />}
        actions={<Actions record={record} />}
      />
      <div className="grid gap-5">
        <ImportState record={record} />
        <ImportFigures outcome={record} />
        <ImportFile record={record} />
        {state === 'undone' && undo_kept > 0 && (
          <Panel title="Kept by the undo">
            <UndoRows importId={importId} kind="kept" />
          </Panel>
        )}
        {rejected > 0 && state !== 'running' && <RejectedList importId={importId} />}
      </div>
    </>
  )
}

/** The undo and the list of the import's clients end at the same time. */
const isLater = (time: string | null) => time !== null && Date.parse(time) > Date.now()

function Actions({ record }: { record: Import }) {
  const { importId, state, mailingId, undo_until, successful } = record
  const cancel = useCancelImport()
  const [undoing, setUndoing] = useState(false)
  const ended = state === 'completed' || state === 'sending' || state === 'failed'
  const mayUndo = (ended || state === 'canceled') && isLater(undo_until)
  return (
    <>
      {state === 'running' && (
        <ConfirmButton
          variant="danger"
          blocked={cancel.isPending}
          question="Cancel Import"
          text="Rows imported by then stay, and nobody is emailed. You can undo the import afterwards."
          cancel="Keep importing"
          onConfirm={() => cancel.mutate({ params: { importId } })}
        >
          <Ban aria-hidden />
          Cancel Import
        </ConfirmButton>
      )}
      {mailingId !== null && <AllEmailsLink mailingId={mailingId} />}
      {mayUndo && successful > 0 && (
        <Link to="/user-management" search={{ importId }} className={buttonClass()}>
          Show Clients
        </Link>
      )}
      {mayUndo && (
        <Button variant="danger" onClick={() => setUndoing(true)}>
          <Undo2 aria-hidden />
          Undo Import
        </Button>
      )}
      {undoing && <UndoDialog record={record} onClose={() => setUndoing(false)} />}
    </>
  )
}

function ImportFile({ record: { importId, file_name, file } }: { record: Import }) {
  const save = useSaveFile(importId)
  const remove = useDeleteFile()
  return (
    <Panel title="Imported file">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3.5 md:flex-nowrap md:px-5.5">
        <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{file_name}</bdi>
          </p>
          <p className="text-sm text-ink-3">
            {file ? `Kept encrypted until ${formatDay(file.until)}` : 'The file is not kept.'}
          </p>
        </div>
        {file && (
          <div className="flex gap-1 max-md:w-full">
            <Button
              variant="quiet"
              size="sm"
              blocked={save.isPending}
              onClick={() => save.mutate('imported')}
            >
              <Download aria-hidden />
              {save.isPending ? 'Downloading...' : 'Download'}
            </Button>
            <ConfirmButton
              variant="remove"
              size="sm"
              blocked={remove.isPending}
              question="Delete File"
              text="The imported clients stay. This action cannot be undone."
              onConfirm={() => remove.mutate({ params: { importId } })}
            >
              <Trash2 aria-hidden />
              Delete
            </ConfirmButton>
          </div>
        )}
      </div>
    </Panel>
  )
}

const UNDO_KINDS = [
  ['undone', 'Undone'],
  ['kept', 'Kept'],
] as const

function UndoDialog({ record, onClose }: { record: Import; onClose: () => void }) {
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
      description={`Removes the clients that ${file_name} created and restores the details that it changed. Possible once, until ${formatDay(undo_until)}.`}
    >
      <DialogBody>
        {plan && <UndoSummary plan={plan} />}
        <div className="mt-5 mb-3 flex">
          <Segments label="Show" options={UNDO_KINDS} value={kind} onChange={setKind} />
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

function UndoSummary({ plan }: { plan: UndoPlan }) {
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

function UndoRows({ importId, kind }: { importId: string; kind: UndoQuery['kind'] }) {
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
      columns={kept ? KEPT_COLUMNS : UNDO_COLUMNS}
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
  template_gone: 'The former email template was deleted',
  deleted: 'Deleted since the import',
}

const clientOf = ({ client_id, name, client_number }: UndoRow) => (
  <>
    <ClientLink id={client_id}>{name ?? 'Deleted client'}</ClientLink>
    {client_number && <span className="block text-sm text-ink-3">Client {client_number}</span>}
  </>
)

/** The imported change, or its undo. */
function changeOf({ field, old, new: now, reason }: UndoRow): string {
  if (field === null) return reason ? 'New client' : 'Remove the client'
  const values = [now, old].map((value) => value || '(empty)')
  return `${fieldLabel(field)}: ${(reason ? values.toReversed() : values).join(' → ')}`
}

const CLIENT: Column<UndoRow> = { name: 'Client', cell: clientOf, place: 'line', width: 'w-56' }
const UNDO_COLUMNS: Column<UndoRow>[] = [CLIENT, { name: 'Undo', cell: changeOf, place: 'line' }]
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
