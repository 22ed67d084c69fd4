import { IMPORT_EXTENSIONS, MAX_IMPORT_BYTES } from '@attest/contract/imports'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { formatFileSize } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'

interface FilePickerProps {
  file: File | null
  onFile: (file: File) => void
}

export function FilePicker({ file, onFile }: FilePickerProps) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const help = useId()

  const take = (chosen: File | undefined) => chosen && isAcceptable(chosen) && onFile(chosen)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const Icon = file ? FileSpreadsheet : Upload
  return (
    // Dropping is the mouse's way; the button inside is everybody's.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center rounded-lg border border-dashed px-5 py-9 text-center ${over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
    >
      <Icon aria-hidden className="mb-3 size-7 text-ink-3" strokeWidth={1.5} />
      <p className="font-semibold wrap-anywhere" role="status">
        {file ? file.name : 'Drag and drop a file here'}
      </p>
      <p id={help} className="mt-0.5 mb-4 text-sm text-ink-3">
        {file ? formatFileSize(file.size) : 'CSV or Excel (.csv, .xlsx, .xls), up to 10MB'}
      </p>
      <Button aria-describedby={help} onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose file'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={IMPORT_EXTENSIONS.join(',')}
        onChange={(event) => {
          take(event.target.files?.[0])
          // So that the same file, mended, can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function isAcceptable({ name, size }: File) {
  if (!IMPORT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) {
    toast({
      title: 'Invalid file type',
      text: 'Please select a CSV or Excel file.',
      tone: 'danger',
    })
    return false
  }
  if (size > MAX_IMPORT_BYTES) {
    toast({
      title: 'File too large',
      text: `The file has ${formatFileSize(size)}; an import takes up to 10MB.`,
      tone: 'danger',
    })
    return false
  }
  return true
}
