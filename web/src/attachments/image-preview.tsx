import type { Attachment } from '@attest/contract/attachments'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatFileSize } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { CATEGORY_LABELS } from './file-kinds.ts'
import { useDownload } from './use-attachments.ts'

interface ImagePreviewProps {
  file: Attachment
  /** The picture's address lives an hour at most; resolves to the one of a fresh list. */
  onExpired: () => Promise<string | null | undefined>
  onClose: () => void
}

export function ImagePreview({ file, onExpired, onClose }: ImagePreviewProps) {
  const download = useDownload()
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title="Image Preview"
      description={<bdi className="wrap-anywhere">{file.original_name}</bdi>}
    >
      <DialogBody>
        <Picture file={file} onExpired={onExpired} />
        <dl className="mt-4.5 grid grid-cols-2 gap-x-8 gap-y-3 md:grid-cols-[auto_auto_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:text-ink-3">
          <div>
            <dt>Size</dt>
            <dd>{formatFileSize(file.file_size)}</dd>
          </div>
          <div>
            <dt>Category</dt>
            <dd>{CATEGORY_LABELS[file.category]}</dd>
          </div>
          <div className="min-w-0 max-md:col-span-2">
            <dt>Uploaded by</dt>
            <dd className="wrap-anywhere">
              {file.uploaded_by_admin.email}
              <span className="text-ink-3"> · {formatDateTime(file.uploaded_at)}</span>
            </dd>
          </div>
        </dl>
      </DialogBody>
      <DialogFooter cancel="Close" onCancel={onClose}>
        <Button
          variant="primary"
          blocked={download.isPending}
          onClick={() => download.mutate(file)}
        >
          <Download aria-hidden />
          {download.isPending ? 'Downloading...' : 'Download'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The first failure asks for a fresh address, the second one is final. */
function Picture({ file, onExpired }: Pick<ImagePreviewProps, 'file' | 'onExpired'>) {
  const [renewed, setRenewed] = useState(false)
  const [broken, setBroken] = useState(false)
  const fail = async () => {
    if (renewed) return setBroken(true)
    setRenewed(true)
    if ((await onExpired()) === file.preview_url) setBroken(true)
  }
  return (
    <div className="grid min-h-40 place-items-center overflow-hidden rounded-lg border border-line bg-sunk">
      {broken ? (
        <p role="alert" className="px-5 py-10 text-center text-ink-2">
          This image cannot be shown here. Download it to see it.
        </p>
      ) : (
        <img
          src={file.preview_url ?? undefined}
          alt={file.original_name}
          className="max-h-[55dvh] max-w-full object-contain"
          onError={() => void fail()}
        />
      )}
    </div>
  )
}
