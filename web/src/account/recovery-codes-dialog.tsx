import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../lib/download.ts'
import { firm } from '../lib/firm.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'

const NOT_KEPT = {
  title: 'Leave without your recovery codes?',
  text: 'They are not shown again. Without them a lost phone may lock you out.',
  action: 'Leave without them',
  cancel: 'Stay here',
}

interface RecoveryCodesDialogProps {
  codes: string[]
  email: string
  onClose: () => void
}

/** Codes are shown once, so the dialog closes only after they are saved. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const [kept, setKept] = useState(false)
  const guard = useLeaveGuard(!kept, NOT_KEPT)
  const heading = `Recovery codes of ${email}, ${firm.name}`
  const text = codes.join('\n')
  const download = () =>
    saveFile('recovery-codes.txt', new Blob([`${heading}\n\n${text}\n`], { type: 'text/plain' }))
  return (
    <Dialog
      locked
      onClose={onClose}
      title="Keep your recovery codes"
      description="If you lose your phone, each of these codes lets you in once. They are shown only now."
    >
      <DialogBody>
        <div data-print>
          <p className="mb-3 hidden font-semibold print:block">{heading}</p>
          <ul
            aria-label="Recovery codes"
            className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunk px-5 py-4 text-center font-mono text-base"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="mt-2 mb-4 flex flex-wrap gap-x-5">
          <CopyButton text={text} />
          <Button variant="link" size="inline" onClick={download}>
            <Download aria-hidden />
            Download
          </Button>
          <Button variant="link" size="inline" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </div>
        <Checkbox
          label="I have kept these codes in a safe place"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" blocked={!kept} onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
      {guard.dialog}
    </Dialog>
  )
}
