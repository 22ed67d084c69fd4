import type { UndoPlan, UndoReason } from '@attest/contract/import-undo'
import type { Import } from '@attest/contract/imports'
import { useState } from 'react'
import { counted, formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { CountList, Counts } from '../ui/counts.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Segments } from '../ui/segments.tsx'
import { FIRST_PAGE, UndoRows } from './undo-rows.tsx'
import { UNDO_REASONS } from './undo-words.ts'
import { type UndoQuery, useUndoImport, useUndoPlan } from './use-import-record.ts'

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
      description={`Removes the clients that ${file_name} created and restores the details that it changed. Possible once, until ${formatDay(undo_until)}.`}
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
