import { clientRecord } from '@attest/contract/timeline'
import { FileText } from 'lucide-react'
import { useSaveDownload } from '../lib/download.ts'
import { mayRetry } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'

export function RecordMenu({ id }: { id: number }) {
  const { mutate, isPending } = useSaveDownload({
    ask: (format: 'pdf' | 'zip') => [
      clientRecord,
      { params: { id }, query: { format } },
      `record-${id}.${format}`,
    ],
    saved: 'Record Saved',
    failure: mayRetry('Record Failed', 'The record could not be made.'),
  })
  return (
    <Menu
      trigger={
        <Button blocked={isPending}>
          <FileText aria-hidden />
          {isPending ? 'Saving...' : 'Full Record'}
        </Button>
      }
      items={[
        { label: 'PDF, to read and print', onSelect: () => mutate('pdf') },
        { label: 'ZIP, with the files and all data', onSelect: () => mutate('zip') },
      ]}
    />
  )
}
