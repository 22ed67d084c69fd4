import type { Attachment } from '@attest/contract/attachments'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatFileSize } from '../lib/format.ts'
import { refresh } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Fact } from '../ui/fact.tsx'
import { CATEGORY_LABELS } from './file-categories.ts'
import { useDownload } from './use-attachments.ts'

interface ImagePreviewProps {
  file: Attachment
  onClose: () => void
}

export function ImagePreview({ file, onClose }: ImagePreviewProps) {
  const download = useDownload()
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title="Image Preview"
      description={<bdi className="wrap-anywhere">{file.original_name}</bdi>}
    >
      <DialogBody>
        <Picture src={file.preview_url} name={file.original_name} />
        <dl className="mt-4.5 grid grid-cols-2 gap-x-8 gap-y-3 md:grid-cols-[auto_auto_minmax(0,1fr)]">
          <Fact label="Size">{formatFileSize(file.file_size)}</Fact>
          <Fact label="Category">{CATEGORY_LABELS[file.category]}</Fact>
          <Fact label="Uploaded by" className="min-w-0 max-md:col-span-2">
            {file.uploaded_by_admin.email}
            <span className="text-ink-3"> · {formatDateTime(file.uploaded_at)}</span>
          </Fact>
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

/** Its address lives an hour at most: after a failure the list is read again, which may give another one. */
function Picture({ src, name }: { src: string | null; name: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const queries = useQueryClient()
  return (
    <div className="grid min-h-40 place-items-center overflow-hidden rounded-lg border border-line bg-sunk">
      {src === failed ? (
        <p role="alert" className="px-5 py-10 text-center text-ink-2">
          This image cannot be shown here. Download it to see it.
        </p>
      ) : (
        <img
          src={src ?? undefined}
          alt={name}
          className="max-h-[55dvh] max-w-full object-contain"
          onError={() => {
            setFailed(src)
            void refresh(queries, ['attachments'])
          }}
        />
      )}
    </div>
  )
}
