import { Download, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useOpenImport } from '../imports/import-dialog-host.tsx'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('../exports/export-dialog.tsx')).ExportDialog,
}))

export function QuickActions() {
  const openImport = useOpenImport()
  const [exporting, setExporting] = useState(false)
  return (
    <Sheet title="Quick Actions">
      <div className="grid gap-3 p-4 md:px-5.5 md:py-6">
        <Button variant="primary" onClick={openImport}>
          <Upload aria-hidden />
          Import New File
        </Button>
        <Button onClick={() => setExporting(true)}>
          <Download aria-hidden />
          Export Data
        </Button>
      </div>
      <Suspense>{exporting && <ExportDialog onClose={() => setExporting(false)} />}</Suspense>
    </Sheet>
  )
}
