import {
  type Attachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '@attest/contract/attachments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Eye, Paperclip, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { call, isGone } from '../lib/call.ts'
import { download, saveFile } from '../lib/download.ts'
import { formatDateTime, formatFileSize } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { toast } from '../lib/toast.ts'
import { action, refresh, toastFailure, useSingleMutation } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Dialog, DialogBody, DialogButton, DialogFooter } from '../ui/dialog.tsx'
import { EmptyState, Fact, Panel, ReadError } from '../ui/panel.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { CATEGORY_ICONS, CATEGORY_LABELS } from './file-categories.ts'

const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'))

export function FileList({ clientId }: { clientId: number }) {
  const reading = useAttachments(clientId)
  const { data, isPending } = reading
  const [adding, setAdding] = useState(false)
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
        {data && data.length > 0 && (
          <ul aria-label="Files">
            {data.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
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

function FileRow({ file }: { file: Attachment }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line px-4 py-3.5 first:border-t-0 md:flex-nowrap md:px-5.5">
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          <bdi>{file.original_name}</bdi>
        </p>
        <p className="text-sm text-ink-3 wrap-anywhere">
          {[
            formatFileSize(file.file_size),
            CATEGORY_LABELS[file.category],
            formatDateTime(file.uploaded_at),
            file.uploaded_by_admin.email,
          ].join(' · ')}
        </p>
        {file.description && (
          <p className="mt-0.5 text-md text-ink-2 wrap-anywhere">{file.description}</p>
        )}
      </div>
      <RowActions file={file} />
    </li>
  )
}

function RowActions({ file }: { file: Attachment }) {
  const { original_name: name } = file
  const download = useDownload()
  const downloading = download.isPending ? 'Downloading...' : 'Download'
  const remove = useDeleteAttachment()
  return (
    <div className="flex gap-1 max-md:-my-1 max-md:w-full max-md:pl-10.5 md:-mr-2.75 md:self-start md:pt-1">
      {file.preview_url && (
        <DialogButton
          variant="quiet"
          size="sm"
          aria-label={`View ${name}`}
          dialog={(close) => <ImagePreview file={file} onClose={close} />}
        >
          <Eye aria-hidden />
          View
        </DialogButton>
      )}
      <Button
        variant="quiet"
        size="sm"
        aria-label={`${downloading} ${name}`}
        blocked={download.isPending}
        onClick={() => download.mutate(file)}
      >
        <Download aria-hidden />
        {downloading}
      </Button>
      <ConfirmButton
        variant="remove"
        size="sm"
        aria-label={`Delete ${name}`}
        blocked={remove.isPending}
        question="Delete File"
        text={`Are you sure you want to delete “${name}”? This action cannot be undone.`}
        onConfirm={() => remove.mutate({ params: { id: file.id } })}
      >
        <Trash2 aria-hidden />
        Delete
      </ConfirmButton>
    </div>
  )
}

/** Decorative, as the file's name is beside it. */
function Thumbnail({ file }: { file: Attachment }) {
  /** The address that failed to load; a later one may work. */
  const [failed, setFailed] = useState<string | null>(null)
  const Icon = CATEGORY_ICONS[file.category]
  const src = file.thumbnail_url === failed ? null : file.thumbnail_url
  return (
    <span className="grid size-10 shrink-0 self-start place-items-center overflow-hidden rounded-md border border-line bg-sunk">
      {src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        <Icon aria-hidden className="size-5 text-ink-3" strokeWidth={1.5} />
      )}
    </span>
  )
}

function ImagePreview({ file, onClose }: { file: Attachment; onClose: () => void }) {
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

/** An image's address expires within an hour. After a failure, the list is read again for a new one. */
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

/** A 404 means that the client was deleted: the screen reads the client again. */
const useAttachments = (clientId: number) =>
  useQuery({
    queryKey: ['attachments', clientId],
    queryFn: async ({ signal, client: queries }) => {
      try {
        return await call(listAttachments, { params: { id: clientId } }, signal)
      } catch (error) {
        if (isGone(error)) void refresh(queries, ['client'])
        throw error
      }
    },
  })

/** Reads the list again after a failure, too: somebody else may have deleted the file. */
const useDeleteAttachment = action(deleteAttachment, {
  success: { title: 'File deleted' },
  failure: { title: 'Delete failed', text: 'Failed to delete file' },
})

function useDownload() {
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: async ({ id, original_name, file_size }: Attachment) => {
      const { content } = await download(downloadAttachment, { params: { id } })
      toast({ title: 'Download started', text: original_name })
      const file = await content()
      // A gateway may cut a file short without an error.
      if (file.size !== file_size) throw new Error(`${file.size} bytes came of ${file_size}`)
      saveFile(original_name, file)
    },
    onError: (error) => {
      toastFailure({ title: 'Download failed', text: 'Failed to download file' }, error)
      if (isGone(error)) void refresh(queries, ['attachments'])
    },
  })
}
