import type { Attachment } from '@attest/contract/attachments'
import { Download, Eye, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatFileSize } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { CATEGORY_ICONS, CATEGORY_LABELS } from './file-categories.ts'
import { useDeleteAttachment, useDownload } from './use-attachments.ts'

interface FileRowProps {
  file: Attachment
  onView: () => void
}

export function FileRow({ file, onView }: FileRowProps) {
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
      <RowActions file={file} onView={onView} />
    </li>
  )
}

function RowActions({ file, onView }: FileRowProps) {
  const { original_name: name } = file
  const download = useDownload()
  const downloading = download.isPending ? 'Downloading...' : 'Download'
  const remove = useDeleteAttachment()
  return (
    <div className="flex gap-1 max-md:-my-1 max-md:w-full max-md:pl-10.5 md:-mr-2.75 md:self-start md:pt-1">
      {file.preview_url && (
        <Button variant="quiet" size="sm" aria-label={`View ${name}`} onClick={onView}>
          <Eye aria-hidden />
          View
        </Button>
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
        action="Delete File"
        onConfirm={() => remove.mutate({ params: { id: file.id } })}
      >
        <Trash2 aria-hidden />
        Delete
      </ConfirmButton>
    </div>
  )
}

/** Decorative: the name is beside it. */
function Thumbnail({ file }: { file: Attachment }) {
  /** The address that failed; a later one may work. */
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
