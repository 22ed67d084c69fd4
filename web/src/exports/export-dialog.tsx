import type { ClientFilter } from '@attest/contract/clients'
import { EXPORT_WAIT_MS, type ExportFormat, exportClients } from '@attest/contract/exports'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { download } from '../lib/download.ts'
import { counted } from '../lib/format.ts'
import { saveDownload } from '../lib/save-file.ts'
import { toast } from '../lib/toast.ts'
import { toastFailure, useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'

export type ExportedClients = Partial<ClientFilter> & { ids?: string }

/** Longer means that other exports come first. */
const IN_LINE_MS = 3000

async function exportAs(
  format: ExportFormat,
  chosen: ExportedClients,
  onInLine: (inLine: boolean) => void,
) {
  const patience = setTimeout(onInLine, IN_LINE_MS, true)
  const file = await download(
    exportClients,
    { query: { ...chosen, format } },
    EXPORT_WAIT_MS,
  ).finally(() => {
    clearTimeout(patience)
    onInLine(false)
  })
  return saveDownload(file, `export.${format}`)
}

function useExport(chosen: ExportedClients) {
  const [inLine, setInLine] = useState(false)
  const save = useSingleMutation({
    mutationFn: (format: ExportFormat) => exportAs(format, chosen, setInLine),
    onSuccess: (file) =>
      toast({ title: 'Export Successful', text: `User data has been exported as ${file}.` }),
    onError: (error) =>
      toastFailure({ title: 'Export Failed', text: 'Could not export user data.' }, error),
  })
  return { ...save, inLine }
}

interface ExportDialogProps {
  /** Missing: all clients. */
  chosen?: ExportedClients
  count?: number
  onClose: () => void
}

export default function ExportDialog({ chosen = {}, count, onClose }: ExportDialogProps) {
  const save = useExport(chosen)
  const busy = (format: ExportFormat) => save.isPending && save.variables === format
  // Closes this dialog only: another may be open by then.
  const start = (format: ExportFormat) => save.mutate(format, { onSuccess: onClose })
  return (
    <Dialog
      onClose={onClose}
      title="Export Data"
      description={
        count === undefined
          ? 'Select the format for the user data.'
          : `Select the format for the data of ${counted(count, 'chosen client', 'chosen clients')}.`
      }
    >
      <DialogBody>
        <div className="grid gap-2.5 md:grid-cols-2">
          <Button blocked={save.isPending} onClick={() => start('csv')}>
            <FileText aria-hidden />
            {busy('csv') ? 'Exporting...' : 'Export as CSV'}
          </Button>
          <Button blocked={save.isPending} onClick={() => start('xlsx')}>
            <FileSpreadsheet aria-hidden />
            {busy('xlsx') ? 'Exporting...' : 'Export as XLSX'}
          </Button>
        </div>
        {save.inLine && (
          <p role="status" className="mt-3 text-ink-2">
            Waiting for another export to finish...
          </p>
        )}
        {save.isError && (
          <p role="alert" className="mt-3 text-danger">
            Export failed. Try again, or the other format.
          </p>
        )}
      </DialogBody>
      <DialogFooter onCancel={onClose} />
    </Dialog>
  )
}
