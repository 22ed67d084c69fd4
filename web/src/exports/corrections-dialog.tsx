import { exportCorrections, lastCorrections } from '@attest/contract/corrections'
import type { ExportFormat } from '@attest/contract/exports'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { useSaveDownload } from '../lib/download.ts'
import { formatDateTime } from '../lib/format.ts'
import { mayRetry } from '../lib/use-action.ts'
import { useRead } from '../lib/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Input } from '../ui/field.tsx'

interface CorrectionsDialogProps {
  start?: { label: string; at: string }
  onClose: () => void
}

export default function CorrectionsDialog({ start, onClose }: CorrectionsDialogProps) {
  const last = useRead(lastCorrections, { gcTime: 0 })
  // Keeps the value from the dialog's opening: the server may remember a download that broke off here.
  const [opened, setOpened] = useState(last.data)
  if (!opened && last.data) setOpened(last.data)
  const [from, setFrom] = useState<'last' | 'start' | 'day'>('last')
  const [day, setDay] = useState('')
  const since = { last: opened?.since, start: start?.at, day }[from]
  const save = useSaveDownload({
    ask: (format: ExportFormat) => [
      exportCorrections,
      { query: { format, since } },
      `corrections.${format}`,
    ],
    saved: 'Corrections saved',
    failure: mayRetry('Download failed', 'The corrections could not be saved.'),
  })
  const blocked = save.isPending || since === ''
  const choice = (value: typeof from) => ({
    name: 'since',
    checked: from === value,
    onChoose: () => setFrom(value),
  })
  return (
    <Dialog
      onClose={onClose}
      title="Corrections Since…"
      description="Each detail that a client has corrected, with its old value and the one on file now."
    >
      <DialogBody>
        <div className="grid gap-2.5">
          <Choice
            {...choice('last')}
            label="My last download"
            text={lastText({ data: opened, isError: last.isError })}
          />
          {start && (
            <Choice {...choice('start')} label={start.label} text={formatDateTime(start.at)} />
          )}
          <Choice
            {...choice('day')}
            label="A day"
            text="From midnight"
            end={
              <Input
                type="date"
                aria-label="Day"
                className="w-40!"
                value={day}
                onFocus={() => setFrom('day')}
                onValueChange={setDay}
              />
            }
          />
        </div>
        {from !== 'last' && (
          <p className="mt-4 text-md text-ink-2">
            If this begins later than your last download, that one stays remembered.
          </p>
        )}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            blocked={blocked}
            onClick={() => save.mutate(format, { onSuccess: onClose })}
          >
            {format === 'csv' ? <FileText aria-hidden /> : <FileSpreadsheet aria-hidden />}
            {save.isPending && save.variables === format ? 'Saving...' : format.toUpperCase()}
          </Button>
        ))}
      </DialogFooter>
    </Dialog>
  )
}

interface LastProps {
  data: { at: string | null } | undefined
  isError: boolean
}

function lastText({ data, isError }: LastProps): string {
  if (isError) return 'Its time could not be read.'
  if (!data) return 'Loading...'
  return data.at ? formatDateTime(data.at) : 'There was none yet: gives all corrections.'
}
