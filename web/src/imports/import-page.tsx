import type { Import } from '@attest/contract/imports'
import { Link, useParams } from '@tanstack/react-router'
import { Ban, Download, FileCheck, FileSpreadsheet, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatDay } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { AllEmailsLink } from '../mailings/mailing-parts.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { BackLink, PageHeader } from '../ui/page.tsx'
import { ListRow, Panel } from '../ui/panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { ImportFigures, ImportState, RejectedList } from './import-result.tsx'
import { ImportBadge } from './import-words.tsx'
import { UndoDialog, UndoRows } from './undo-dialog.tsx'
import * as imports from './use-import-record.ts'

const CorrectionsDialog = lazyPart(() => import('../exports/corrections-dialog.tsx'))

export default function ImportPage() {
  const { importId = '' } = useParams({ strict: false })
  return (
    <RecordPage name="import" reading={imports.useImportRecord(importId)} above={<BackToImports />}>
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

/** The import can be undone, and its clients listed, until this time. */
const isLater = (time: string | null) => time !== null && Date.parse(time) > Date.now()

function Actions({ record }: { record: Import }) {
  const { importId, state, mailingId, undo_until, successful } = record
  const cancel = imports.useCancelImport()
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

function CorrectedMenu({ importId }: { importId: string }) {
  const save = imports.useSaveCorrected(importId)
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="sm" blocked={save.isPending}>
          <FileCheck aria-hidden />
          {save.isPending ? 'Saving...' : 'Corrected Sheet'}
        </Button>
      }
      items={[
        { label: 'All rows', onSelect: () => save.mutate('all') },
        { label: 'Only rows with corrections', onSelect: () => save.mutate('changed') },
      ]}
    />
  )
}

function ImportFile({ record }: { record: Import }) {
  const { importId, file_name, file, state, created_at } = record
  const start = { label: 'This import', at: created_at }
  const save = imports.useSaveFile(importId)
  const remove = imports.useDeleteFile()
  const actions = !file ? (
    <DialogButton
      variant="quiet"
      size="sm"
      dialog={(onClose) => <CorrectionsDialog start={start} onClose={onClose} />}
    >
      <FileCheck aria-hidden />
      Corrections Since…
    </DialogButton>
  ) : (
    <>
      {state !== 'running' && <CorrectedMenu importId={importId} />}
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
    </>
  )
  return (
    <Panel title="Imported file">
      <ul>
        <ListRow
          icon={FileSpreadsheet}
          title={<bdi>{file_name}</bdi>}
          text={file ? `Kept encrypted until ${formatDay(file.until)}` : 'The file is not kept.'}
          actions={actions}
        />
      </ul>
    </Panel>
  )
}
