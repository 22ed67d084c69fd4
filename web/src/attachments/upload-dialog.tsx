import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { useLeaveGuard, useTabGuard } from '../ui/leave-guard.tsx'
import { DropZone } from './drop-zone.tsx'
import { isSaving, type Upload } from './send-file.ts'
import { UploadItem } from './upload-item.tsx'
import { mayBeSent, useUploads } from './use-uploads.ts'

const CHOSEN = {
  title: 'Discard these files?',
  text: 'They have been chosen but not uploaded.',
  action: 'Discard files',
  cancel: 'Keep them',
}
const UNDER_WAY = {
  title: 'Stop the upload?',
  text: 'Files that are still uploading are lost. Files that are being saved are kept.',
  action: 'Stop and close',
  cancel: 'Keep uploading',
}

interface UploadDialogProps {
  clientId: number
  onClose: () => void
}

export default function UploadDialog({ clientId, onClose }: UploadDialogProps) {
  const { items, add, change, send, remove, stop } = useUploads(clientId)
  const busy = items.some(({ state }) => state.at === 'sending')
  const open = items.filter(mayBeSent)
  // The server finishes a file it is saving, with or without this dialog.
  const underWay = items.some((item) => item.state.at === 'sending' && !isSaving(item))
  const guard = useLeaveGuard(underWay || open.length > 0, underWay ? UNDER_WAY : CHOSEN)
  useTabGuard(busy)
  const close = () => guard.leave(onClose)
  // Unsent files first, but nothing moves during an upload.
  const shown = busy ? items : [...items].sort((a, b) => Number(isSent(a)) - Number(isSent(b)))

  const start = async (pending: Upload[]) => {
    if (pending.length === 0) {
      toast({ title: 'Please select a file to upload', tone: 'danger' })
      return
    }
    const arrived = await send(pending)
    if (arrived && items.every((item) => isSent(item) || pending.includes(item))) onClose()
  }
  return (
    <Dialog
      width="wide"
      onClose={close}
      title="Upload Files"
      description="Files are kept with this client. The category follows from the file type."
    >
      <DialogBody>
        <DropZone small={items.length > 0} blocked={busy} onFiles={add} />
        {items.length > 0 && (
          <ul aria-label="Chosen files" className="mt-4 grid gap-3">
            {shown.map((item) => (
              <UploadItem
                key={item.key}
                item={item}
                busy={busy}
                onChange={(part) => change(item.key, part)}
                onRemove={() => remove(item.key)}
                onStop={stop}
                onRetry={() => void start([item])}
              />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter cancel={items.some(isSent) ? 'Close' : 'Cancel'} onCancel={close}>
        <Button variant="primary" blocked={busy} onClick={() => void start(open)}>
          {busy ? 'Uploading...' : label(open)}
        </Button>
      </DialogFooter>
      {guard.dialog}
    </Dialog>
  )
}

const isSent = ({ state }: Upload) => state.at === 'sent'

function label(open: Upload[]) {
  if (open.length > 0 && open.every(({ state }) => state.at === 'failed')) return 'Upload Again'
  if (open.length > 1) return `Upload ${open.length} Files`
  return 'Upload File'
}
