import { IMPORT_EXTENSIONS } from '@attest/contract/imports'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { firm } from '../lib/firm.ts'
import { formatFileSize } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import { useDrop } from '../lib/use-drop.ts'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { SampleSheet } from './sample-sheet.tsx'

interface FilePickerProps {
  file?: File
  /** In percent, while the server reads the file. */
  uploaded?: number
  /** Why this file could not be imported. */
  failure?: string
  onFile: (file: File) => void
}

export function FilePicker({ file, uploaded, failure, onFile }: FilePickerProps) {
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const help = useId()

  const take = (chosen: File | undefined) => {
    if (!chosen || uploaded !== undefined) return
    const refused = refusalOf(chosen)
    setRefusal(refused?.text)
    if (refused) toast({ ...refused, tone: 'danger' })
    else onFile(chosen)
  }
  const over = useDrop((files) => take(files[0]))
  const Icon = file ? FileSpreadsheet : Upload
  return (
    <div
      className={`flex flex-col items-center rounded-lg border border-dashed px-5 py-9 text-center ${over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-paper'}`}
    >
      <Icon aria-hidden className="mb-3 size-7 text-ink-3" strokeWidth={1.5} />
      <p className="font-semibold wrap-anywhere" role="status">
        {file ? file.name : 'Drag and drop a file here'}
      </p>
      <p id={help} className="mt-0.5 mb-4 text-sm text-ink-3">
        {file
          ? formatFileSize(file.size)
          : `CSV, text, Excel or OpenDocument (${IMPORT_EXTENSIONS.join(', ')}), up to ${firm.importMb}MB`}
      </p>
      {uploaded === undefined ? (
        <>
          {/* The toast with the same text goes after 5 s. */}
          {(refusal ?? failure) && (
            <p className="mb-4 max-w-120 font-semibold text-danger wrap-anywhere">
              {refusal ?? failure}
            </p>
          )}
          <div className="flex flex-wrap justify-center gap-2.5">
            {file && failure && <Button onClick={() => take(file)}>Try Again</Button>}
            <Button aria-describedby={help} onClick={() => input.current?.click()}>
              {file ? 'Choose Another File' : 'Choose file'}
            </Button>
          </div>
          {!file && <SampleSheet className="mt-4" />}
        </>
      ) : (
        <Reading uploaded={uploaded} />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept={IMPORT_EXTENSIONS.join(',')}
        onChange={(event) => {
          take(event.target.files?.[0])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

const Reading = ({ uploaded }: { uploaded: number }) => (
  <div className="grid h-10 w-full max-w-80 content-center gap-2">
    <ProgressBar value={uploaded} label="Upload" />
    <p role="status" className="text-sm text-ink-2">
      {uploaded < 100 ? 'Uploading the file' : 'Reading the rows'}
    </p>
  </div>
)

function refusalOf({ name, size }: File) {
  if (!IMPORT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) {
    return { title: 'Invalid file type', text: 'Please select a CSV or Excel file.' }
  }
  if (size > firm.importMb * 1024 * 1024) {
    return {
      title: 'File too large',
      text: `The file has ${formatFileSize(size)}; an import takes up to ${firm.importMb}MB.`,
    }
  }
  return undefined
}
