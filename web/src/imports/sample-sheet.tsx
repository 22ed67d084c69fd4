import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/exports'
import { Download } from 'lucide-react'
import { saveFile } from '../lib/download.ts'
import { toastFailure } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'

async function save() {
  const { SAMPLE_SHEET } = await import('@attest/contract/exports')
  const text = BYTE_ORDER_MARK + csvLines(SAMPLE_SHEET)
  saveFile('sample-clients.csv', new Blob([text], { type: 'text/csv' }))
}

const FAILURE = {
  title: 'Download failed',
  text: 'The sheet could not be loaded. Please try again.',
}

export const SampleSheet = ({ className = '' }: { className?: string }) => (
  <Button
    variant="link"
    size="inline"
    className={className}
    onClick={() => save().catch((error) => toastFailure(FAILURE, error))}
  >
    <Download aria-hidden />
    Download a Sample Sheet
  </Button>
)
