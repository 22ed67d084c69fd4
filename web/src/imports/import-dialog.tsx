import type { Import } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { AllEmailsLink } from '../mailings/mailing-buttons.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { FilePicker } from './file-picker.tsx'
import { ImportResult } from './import-result.tsx'
import { PreviewScreen } from './preview-screen.tsx'
import { type ImportScreen, useImport } from './use-import.ts'

const DESCRIPTION =
  'New client numbers are added, known ones updated. An empty cell never erases anything. You see what will change before anything is saved or sent.'

/** The spec's words for the button, which now says how many. */
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

function Waiting({ screen, onCancel }: { screen: ImportScreen; onCancel: () => void }) {
  return (
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
}

function Done({ outcome: { mailingId }, onClose }: { outcome: Import; onClose: () => void }) {
  return (
    <DialogFooter>
      {mailingId !== null && <AllEmailsLink mailingId={mailingId} inFooter onClick={onClose} />}
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  )
}

type ImportProgressProps = Extract<ImportScreen, { at: 'importing' }> & { onLeave: () => void }

function ImportProgress(props: ImportProgressProps) {
  const { importId, fileName, send, progress, connection, onLeave } = props
  return (
    <div className="rounded-lg border border-line bg-paper px-5 py-6">
      <p className="mb-1 font-semibold wrap-anywhere">{fileName}</p>
      <p className="mb-4 flex justify-between gap-4 text-md text-ink-2">
        {/* Rows take the first half of an import that sends, messages the second. */}
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
