import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import { SAMPLE_SHEET } from '@attest/contract/sample-sheet'
import { Download } from 'lucide-react'
import { saveFile } from '../lib/download.ts'
import { Button } from '../ui/button.tsx'

function save() {
  const text = BYTE_ORDER_MARK + csvLines(SAMPLE_SHEET)
  saveFile('sample-clients.csv', new Blob([text], { type: 'text/csv' }))
}

export const SampleSheet = ({ className = '' }: { className?: string }) => (
  <Button variant="link" size="inline" className={className} onClick={save}>
    <Download aria-hidden />
    Download a Sample Sheet
  </Button>
)
