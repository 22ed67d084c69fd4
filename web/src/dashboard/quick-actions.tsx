import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useOpenImport } from '../imports/import-dialog-host.tsx'
import { ExportDialog } from '../lazy-dialogs.ts'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** `primary`: no other step of the dashboard comes first. */
export function QuickActions({ primary }: { primary: boolean }) {
  const openImport = useOpenImport()
  const [exporting, setExporting] = useState(false)
  return (
    <Sheet title="Quick Actions">
      <div className="grid gap-3 p-4 md:px-5.5 md:py-6">
        <Button variant={primary ? 'primary' : 'secondary'} onClick={openImport}>
          <Upload aria-hidden />
          Import New File
        </Button>
        <Button onClick={() => setExporting(true)}>
          <Download aria-hidden />
          Export Data
        </Button>
      </div>
      {exporting && <ExportDialog onClose={() => setExporting(false)} />}
    </Sheet>
  )
}
