import type { Attachment } from '@attest/contract/attachments'
import { Paperclip, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { uploadForm } from '../clients/form-names.ts'
import { draftedForms } from '../lib/drafts.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { ReadError } from '../ui/read-error.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { FileRow } from './file-row.tsx'
import { ImagePreview } from './image-preview.tsx'
import { useAttachments } from './use-attachments.ts'

const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'))

export function FileList({ clientId }: { clientId: number }) {
  const reading = useAttachments(clientId)
  const { data, isPending } = reading
  const [adding, setAdding] = useState(() => draftedForms().includes(uploadForm(clientId)))
  return (
    <div data-focus-box>
      <Panel
        title="Files & Attachments"
        end={
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add File
          </Button>
        }
      >
        {isPending && <SkeletonLines announced count={6} className="h-51 px-4 md:px-5.5" />}
        <ReadError title="Failed to fetch files" reading={reading} />
        {data?.length === 0 && <NoFiles onAdd={() => setAdding(true)} />}
        {data && data.length > 0 && <Rows files={data} />}
        {adding && <UploadDialog clientId={clientId} onClose={() => setAdding(false)} />}
      </Panel>
    </div>
  )
}

const NoFiles = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={Paperclip}
    title="No files attached to this user yet."
    action={
      <Button onClick={onAdd}>
        <Upload aria-hidden />
        Upload First File
      </Button>
    }
  />
)

function Rows({ files }: { files: Attachment[] }) {
  const [viewed, setViewed] = useState<number>()
  const shown = files.find(({ id }) => id === viewed)
  return (
    <>
      <ul aria-label="Files">
        {files.map((file) => (
          <FileRow key={file.id} file={file} onView={() => setViewed(file.id)} />
        ))}
      </ul>
      {shown && <ImagePreview file={shown} onClose={() => setViewed(undefined)} />}
    </>
  )
}
