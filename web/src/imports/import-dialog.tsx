import type { Import } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { useTabGuard } from '../ui/leave-guard.tsx'
import { FilePicker } from './file-picker.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const { screen, start } = useImport()
  const importing = screen.at === 'importing'
  // Once the file is there the server goes on by itself.
  useTabGuard(importing && screen.uploaded < 100)
  return (
    <Dialog
      wide
      open
      locked={importing}
      onOpenChange={onClose}
      title="Import User Data"
      description={
        screen.at === 'done'
          ? screen.outcome.file_name
          : 'New client numbers are added, known ones updated. An empty cell never erases anything.'
      }
    >
      <DialogBody>
        {screen.at === 'choosing' && (
          <FilePicker
            file={file}
            problem={screen.failure?.file === file ? screen.failure?.text : undefined}
            onFile={setFile}
          />
        )}
        {importing && file && <ImportProgress fileName={file.name} {...screen} />}
        {screen.at === 'done' && <ImportResult outcome={screen.outcome} />}
      </DialogBody>
      <DialogFooter>
        {screen.at === 'done' ? (
          <Done outcome={screen.outcome} onClose={onClose} />
        ) : (
          <>
            <Button variant="quiet" className="md:mr-auto" disabled={importing} onClick={onClose}>
              Cancel
            </Button>
            {!(importing && screen.send) && (
              <Button
                disabled={!file}
                blocked={importing}
                onClick={() => file && void start(file, false)}
              >
                {importing ? `Importing... (${Math.round(screen.progress)}%)` : 'Import only'}
              </Button>
            )}
            {!(importing && !screen.send) && (
              <Button
                variant="primary"
                disabled={!file}
                blocked={importing}
                onClick={() => file && void start(file, true)}
              >
                {importing
                  ? `Importing & Sending Emails... (${Math.round(screen.progress)}%)`
                  : 'Import & Send Emails to All Users'}
              </Button>
            )}
          </>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function Done({ outcome: { mailingId }, onClose }: { outcome: Import; onClose: () => void }) {
  return (
    <>
      {mailingId !== null && (
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(mailingId) }}
          onClick={onClose}
          className={buttonClass({ variant: 'quiet' }, 'md:mr-auto')}
        >
          Show All Emails
        </Link>
      )}
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
