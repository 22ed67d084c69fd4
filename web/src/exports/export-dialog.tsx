import type { ClientFilter } from '@attest/contract/clients'
import { type ExportFormat, exportClients } from '@attest/contract/exports'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { useSaveDownload } from '../lib/download.ts'
import { counted } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import CorrectionsDialog from './corrections-dialog.tsx'

export type ExportedClients = Partial<ClientFilter> & { ids?: string }

const useExport = (chosen: ExportedClients) =>
  useSaveDownload({
    ask: (format: ExportFormat) => [
      exportClients,
      { query: { ...chosen, format } },
      `export.${format}`,
    ],
    saved: 'Export Successful',
    text: (file) => `User data has been exported as ${file}.`,
    failure: { title: 'Export Failed', text: 'Could not export user data.' },
  })

interface ExportDialogProps {
  chosen?: ExportedClients
  count?: number
  onClose: () => void
}

export default function ExportDialog({ chosen = {}, count, onClose }: ExportDialogProps) {
  const [onlyCorrections, setOnlyCorrections] = useState(false)
  const save = useExport(chosen)
  const busy = (format: ExportFormat) => save.isPending && save.variables === format
  // As this call's option, it closes only this dialog: another one may be open by then.
  const start = (format: ExportFormat) => save.mutate(format, { onSuccess: onClose })
  if (onlyCorrections) return <CorrectionsDialog onClose={onClose} />
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
        <div className="mt-3 min-h-[1lh]">
          {save.isPending && (
            // Appears after 3 s: most exports end before.
            <p role="status" className="text-ink-2 motion-safe:[animation:appear_.14s_3s_both]">
              Large lists take longer, and earlier exports finish first.
            </p>
          )}
          {save.isError && (
            <p role="alert" className="text-danger">
              Export failed. Try again, or use the other format.
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        {count === undefined && (
          <Button variant="link" onClick={() => setOnlyCorrections(true)}>
            Corrections Since…
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
