import { IMPORT_EXTENSIONS, type Import } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { firm } from '../lib/firm.ts'
import { formatFileSize } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import { useDrop } from '../lib/use-drop.ts'
import { AllEmailsLink } from '../mailings/mailing-parts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/figures.tsx'
import { ImportResult } from './import-result.tsx'
import { PreviewScreen } from './preview-screen.tsx'
import { SampleSheet } from './sample-sheet.tsx'
import { type ImportScreen, useImport } from './use-import.ts'

const DESCRIPTION =
  'New client numbers are added, known ones updated. An empty cell never erases anything. You see what will change before anything is saved or sent.'

/** Keeps the spec's words for the button, which itself shows a number. */
const UNSAVED =
  'Import & Send Emails to All Users of this file, or import only. Nothing is saved or sent yet.'

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { screen, choose, start, leave } = useImport()
  const close = () => {
    if (screen.at !== 'preview') leave()
    onClose()
  }
  const cancel = () => {
    leave()
    onClose()
  }
  return (
    <Dialog
      width={screen.at === 'preview' ? 'widest' : 'wide'}
      locked={screen.at === 'importing'}
      onClose={close}
      title="Import User Data"
      description={descriptionOf(screen)}
    >
      {screen.at === 'preview' ? (
        <PreviewScreen
          {...screen}
          onStart={({ file_name: fileName, round: { id: roundId } }, send) =>
            void start(screen.kept, { fileName, roundId, send })
          }
          onFile={leave}
          onCancel={cancel}
        />
      ) : (
        <>
          <DialogBody>
            {(screen.at === 'choosing' || screen.at === 'reading') && (
              <FilePicker {...screen} onFile={(file) => void choose(file)} />
            )}
            {screen.at === 'importing' && <ImportProgress {...screen} onLeave={cancel} />}
            {screen.at === 'done' && <ImportResult outcome={screen.outcome} />}
          </DialogBody>
          {screen.at === 'done' ? (
            <Done outcome={screen.outcome} onClose={onClose} />
          ) : (
            <Waiting screen={screen} onCancel={cancel} />
          )}
        </>
      )}
    </Dialog>
  )
}

function descriptionOf(screen: ImportScreen): string | undefined {
  if (screen.at === 'done') return screen.outcome.file_name
  if (screen.at === 'importing') return screen.fileName
  return screen.at === 'preview' ? UNSAVED : DESCRIPTION
}

const Waiting = ({ screen, onCancel }: { screen: ImportScreen; onCancel: () => void }) => (
  <DialogFooter busy={screen.at === 'importing'} onCancel={onCancel}>
    {screen.at === 'importing' && (
      <Button variant={screen.send ? 'primary' : 'secondary'} blocked>
        {screen.send
          ? `Importing & Sending Emails... (${Math.round(screen.progress)}%)`
          : `Importing... (${Math.round(screen.progress)}%)`}
      </Button>
    )}
  </DialogFooter>
)

const Done = ({ outcome: { mailingId }, onClose }: { outcome: Import; onClose: () => void }) => (
  <DialogFooter>
    {mailingId !== null && <AllEmailsLink mailingId={mailingId} inFooter onClick={onClose} />}
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  </DialogFooter>
)

type ImportProgressProps = Extract<ImportScreen, { at: 'importing' }> & { onLeave: () => void }

function ImportProgress(props: ImportProgressProps) {
  const { importId, fileName, send, progress, connection, onLeave } = props
  return (
    <div className="rounded-lg border border-line bg-paper px-5 py-6">
      <p className="mb-1 font-semibold wrap-anywhere">{fileName}</p>
      <p className="mb-4 flex justify-between gap-4 text-md text-ink-2">
        {/* In an import that sends, rows are the first half of the progress, emails the second. */}
        <span>{send && progress >= 50 ? 'Sending emails' : 'Saving rows'}</span>
        <span>{Math.round(progress)}%</span>
      </p>
      <ProgressBar value={progress} label="Import" />
      <p role="status" className="mt-4 text-sm text-ink-3">
        {connection}
      </p>
      {progress > 0 && (
        <p className="mt-1 text-sm text-ink-3">
          The import continues without this window.{' '}
          <Link to="/imports/$importId" params={{ importId }} onClick={onLeave}>
            Follow or cancel it on its page
          </Link>
        </p>
      )}
    </div>
  )
}

interface FilePickerProps {
  file?: File
  /** Percent sent; set until the server has read the file. */
  uploaded?: number
  failure?: string
  onFile: (file: File) => void
}

function FilePicker({ file, uploaded, failure, onFile }: FilePickerProps) {
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
          {/* Repeats the toast's text, which disappears after 5 s. */}
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
          // Lets the same file be chosen again.
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
