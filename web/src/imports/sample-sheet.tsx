import { SAMPLE_SHEET } from '@attest/contract/sample-sheet'
import { Download } from 'lucide-react'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toCsv } from './to-csv.ts'

const save = () => saveFile('sample-clients.csv', toCsv(SAMPLE_SHEET.head, SAMPLE_SHEET.rows))

export const SampleSheet = ({ className = '' }: { className?: string }) => (
  <Button variant="link" size="inline" className={className} onClick={save}>
    <Download aria-hidden />
    Download a Sample Sheet
  </Button>
)
