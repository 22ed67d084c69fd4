import { Download, Upload } from 'lucide-react'
import { useOpenImport } from '../imports/import-dialog-host.tsx'
import { ExportDialog } from '../lazy-dialogs.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Panel } from '../ui/panel.tsx'

/** `primary`: no other step of the dashboard comes first. */
export function QuickActions({ primary }: { primary: boolean }) {
  const openImport = useOpenImport()
  return (
    <Panel title="Quick Actions">
      <div className="grid gap-3 p-4 md:px-5.5 md:py-6">
        <Button variant={primary ? 'primary' : 'secondary'} onClick={openImport}>
          <Upload aria-hidden />
          Import New File
        </Button>
        <DialogButton dialog={(close) => <ExportDialog onClose={close} />}>
          <Download aria-hidden />
          Export Data
        </DialogButton>
      </div>
    </Panel>
  )
}
