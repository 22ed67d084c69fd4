import type { AttachmentCategory } from '@attest/contract/attachments'
import { MAX_TEXT } from '@attest/contract/tidy'
import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { formatFileSize } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Select } from '../ui/select.tsx'
import { CATEGORY_ICONS, CATEGORY_LABELS } from './file-categories.ts'
import { isSaving, type Upload } from './send-file.ts'

interface UploadItemProps {
  item: Upload
  busy: boolean
  onChange: (part: Partial<Upload>) => void
  onRemove: () => void
  onStop: () => void
  onRetry: () => void
}

export function UploadItem({ item, busy, onChange, onRemove, onStop, onRetry }: UploadItemProps) {
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
          options={Object.entries(CATEGORY_LABELS)}
          onChange={(event) => onChange({ category: event.target.value as AttachmentCategory })}
        />
      </Field>
      <Field label="Description" optional>
        <Input
          value={item.description}
          maxLength={MAX_TEXT}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </fieldset>
  )
}

/** At 100 % the server still saves the file. */
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
