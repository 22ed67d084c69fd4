import { renderLetter, SAMPLE_VALUES } from '@attest/contract/letter'
import type { Template } from '@attest/contract/templates'
import { useContext } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { Saving } from '../ui/field.tsx'
import { MailFrame } from '../ui/mail-frame.tsx'
import { ReadError } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { valuesOf } from './template-values.ts'
import { useLetterFirm } from './use-letter-firm.ts'
import { useTemplateVersion } from './use-templates.ts'

interface VersionDialogProps {
  id: string
  version: number
  onClose: () => void
  onTake?: (template: Template) => void
}

export default function VersionDialog({ id, version, onClose, onTake }: VersionDialogProps) {
  const reading = useTemplateVersion(id, version)
  const { data, error } = reading
  const saving = useContext(Saving)
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title={`Version ${version}`}
      description={data ? `${data.name}, saved ${formatDateTime(data.updated_at)}` : '\u00a0'}
    >
      <DialogBody>
        {data && <VersionLetter template={data} />}
        {!data && !error && <Skeleton className="h-[60dvh]" />}
        <ReadError title="Failed to fetch the version" reading={reading} />
      </DialogBody>
      <DialogFooter>
        {onTake && (
          <Button
            className="md:mr-auto"
            blocked={!data || saving}
            onClick={() => {
              if (!data) return
              onTake(data)
              onClose()
            }}
          >
            Restore this version
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function VersionLetter({ template }: { template: Template }) {
  const { subject, html } = renderLetter(valuesOf(template), SAMPLE_VALUES, useLetterFirm())
  return (
    <>
      <p className="mb-3">
        <span className="text-ink-3">Subject </span>
        <span className="font-semibold wrap-anywhere">{subject}</span>
      </p>
      <div className="overflow-hidden rounded-md border border-line">
        <MailFrame
          title={`The letter of version ${template.version}`}
          html={html}
          className="h-[60dvh]"
        />
      </div>
      <p className="mt-2 text-sm text-ink-3">
        Shows an invented client. The links do not work here.
      </p>
    </>
  )
}
