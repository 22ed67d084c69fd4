import { MAX_TEXT } from '@attest/contract/tidy'
import { CircleAlert, CircleCheck, RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { formatFileSize } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import { useDrop } from '../lib/use-drop.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { ProgressBar } from '../ui/figures.tsx'
import { useLeaveGuard, useTabGuard } from '../ui/leave-guard.tsx'
import { ACCEPTED, CATEGORIES, CATEGORY_ICONS } from './file-categories.ts'
import { isSaving, mayBeSent, type Upload, useUploads } from './use-uploads.ts'

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
  // The server finishes a file that it is saving, even if this dialog closes.
  const underWay = items.some((item) => item.state.at === 'sending' && !isSaving(item))
  const guard = useLeaveGuard(underWay || open.length > 0, underWay ? UNDER_WAY : CHOSEN)
  useTabGuard(busy)
  const close = () => guard.leave(onClose)
  // Unsent files come first, but no row moves during an upload.
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
      description="Files are kept with this client. The file type decides the category."
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

interface UploadItemProps {
  item: Upload
  busy: boolean
  onChange: (part: Partial<Upload>) => void
  onRemove: () => void
  onStop: () => void
  onRetry: () => void
}

function UploadItem({ item, busy, onChange, onRemove, onStop, onRetry }: UploadItemProps) {
  const { file, category, state } = item
  const Icon = CATEGORY_ICONS[category]
  const sending = state.at === 'sending'
  return (
    <li className="rounded-lg border border-line bg-paper px-3.5 py-3">
      <div className="flex items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
        <p className="min-w-0 flex-1">
          <bdi className="font-semibold wrap-anywhere">{file.name}</bdi>
          <span className="block text-sm text-ink-3">{formatFileSize(file.size)}</span>
        </p>
        {state.at === 'sent' ? (
          <p role="status" className="flex items-center gap-1.5 text-md font-semibold text-ink-2">
            <CircleCheck aria-hidden className="size-4.5 text-accent" />
            Uploaded
          </p>
        ) : (
          <Button
            variant="quiet"
            size="icon"
            blocked={(busy && !sending) || isSaving(item)}
            aria-label={`${sending ? 'Cancel the upload of' : 'Remove'} ${file.name}`}
            className="-mr-2"
            onClick={sending ? onStop : onRemove}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      {state.at !== 'sent' && state.at !== 'refused' && (
        <ItemFields item={item} busy={busy} onChange={onChange} />
      )}
      {sending && <Sending name={file.name} percent={state.percent} />}
      {(state.at === 'failed' || state.at === 'refused') && (
        <div className="mt-3 flex items-center gap-2 text-danger">
          <CircleAlert aria-hidden className="size-4.5 shrink-0" />
          <p className="min-w-0 flex-1 text-md font-semibold wrap-anywhere">{state.reason}</p>
          {state.at === 'failed' && (
            <Button size="sm" blocked={busy} onClick={onRetry}>
              <RotateCw aria-hidden />
              Try Again
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function ItemFields({ item, busy, onChange }: Pick<UploadItemProps, 'item' | 'busy' | 'onChange'>) {
  return (
    <fieldset
      aria-label={item.file.name}
      disabled={busy}
      className="mt-3 grid gap-3 md:grid-cols-[10.5rem_minmax(0,1fr)]"
    >
      <Field label="Category">
        <Select
          className="w-full"
          value={item.category}
          options={CATEGORIES}
          onValueChange={(category) => onChange({ category })}
        />
      </Field>
      <Field label="Description" optional>
        <Input
          value={item.description}
          maxLength={MAX_TEXT}
          onValueChange={(description) => onChange({ description })}
        />
      </Field>
    </fieldset>
  )
}

/** Says at 100 % that the server still saves the file. */
function Sending({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="mt-3">
      <p className="mb-1.5 flex justify-between gap-4 text-sm text-ink-2">
        <span>{percent < 100 ? 'Uploading...' : 'Saving...'}</span>
        <span>{percent}%</span>
      </p>
      <ProgressBar value={percent} label={`Upload of ${name}`} />
    </div>
  )
}

interface DropZoneProps {
  small: boolean
  blocked: boolean
  onFiles: (files: File[]) => void
}

function DropZone({ small, blocked, onFiles }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const take = (files: FileList) => files.length > 0 && onFiles([...files])
  const over = useDrop((files) => !blocked && take(files))
  return (
    <div
      className={`flex rounded-lg border border-dashed ${small ? 'items-center gap-4 px-3.5 py-3' : 'flex-col items-center px-5 py-7 text-center'} ${over && !blocked ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
    >
      {!small && <UploadIcon aria-hidden className="mb-2.5 size-7 text-ink-3" strokeWidth={1.5} />}
      <div className={small ? 'min-w-0 flex-1' : ''}>
        <p className="font-semibold">
          {small ? 'Drag and drop more files' : 'Drag and drop files here'}
        </p>
        <p id={help} className={`mt-0.5 text-sm text-ink-3 ${small ? 'max-md:hidden' : 'mb-3.5'}`}>
          PDF, Word, Excel, OpenDocument, text, CSV or images, up to 50MB each
        </p>
      </div>
      <Button
        size={small ? 'sm' : 'md'}
        aria-describedby={help}
        blocked={blocked}
        onClick={() => input.current?.click()}
      >
        Browse Files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Files"
        accept={ACCEPTED}
        onChange={(event) => {
          if (event.target.files) take(event.target.files)
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
