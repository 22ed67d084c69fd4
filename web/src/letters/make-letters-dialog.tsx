import type { ClientSelection } from '@attest/contract/clients'
import { type LeftOut, makeLetters } from '@attest/contract/letters'
import { Link } from '@tanstack/react-router'
import { CallError, messageOf } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { PrintButton } from './print-button.tsx'

/** These follow the number: “2 already answered …”. */
const WHY: Record<LeftOut, string> = {
  answered: 'already answered: a new round asks again',
  excused: 'not to be asked',
  disputed: 'in dispute or reported as deceased: please call',
  incomplete: 'without a complete postal address, or with one too long for an envelope',
  returned: 'with an address from which a letter came back: correct it first',
}

const LeftOutList = ({ leftOut }: { leftOut: Partial<Record<LeftOut, number>> }) => {
  const reasons = (Object.keys(WHY) as LeftOut[]).filter((why) => leftOut[why])
  if (reasons.length === 0) return null
  return (
    <>
      <p className="mt-4">Without a letter:</p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {reasons.map((why) => (
          <li key={why}>
            {formatNumber(leftOut[why]!)} {WHY[why]}
          </li>
        ))}
      </ul>
    </>
  )
}

interface Props {
  selection: ClientSelection
  count: number
  onClose: () => void
}

/** Makes the letters at once, without a question: nobody counts as asked until they are marked as mailed. */
export default function MakeLettersDialog({ selection, count, onClose }: Props) {
  const make = useAction(makeLetters, { refreshes: ['letters'], failure: () => null })
  const { data, error, isPending } = make
  if (data)
    return (
      <Dialog
        title={`${counted(data.letters, 'letter is', 'letters are')} ready`}
        onClose={onClose}
      >
        <DialogBody>
          {data.warning && (
            <p role="alert" className="mb-4 font-semibold text-danger">
              {data.warning}
            </p>
          )}
          <p>
            Print the PDF on both sides, one sheet for each client, and mail it. Then mark the
            letters as mailed under{' '}
            <Link to="/letters" onClick={onClose}>
              Letters on Paper
            </Link>
            .
          </p>
          <LeftOutList leftOut={data.leftOut} />
        </DialogBody>
        <DialogFooter cancel="Close" onCancel={onClose}>
          <PrintButton batchId={data.batchId} printed_at={null} />
        </DialogFooter>
      </Dialog>
    )
  const leftOut = error instanceof CallError ? error.body.leftOut : undefined
  return (
    <FormDialog
      title="Letters on paper"
      label="Make Letters"
      busyLabel="Making..."
      busy={isPending}
      disabled={leftOut !== undefined}
      onSubmit={() => make.mutate({ body: { selection } })}
      onClose={onClose}
    >
      <p>
        {counted(count, 'client is', 'clients are')} chosen. Each one who has not answered gets one
        sheet: the letter with a code and a QR code for the personal page, and a reply form on its
        back. It fits a #10 window envelope.
      </p>
      <p className="mt-2 text-ink-2">
        Nobody counts as asked until you mark the letters as mailed.
      </p>
      {error && (
        <div role="alert" className="mt-4">
          <p className="font-semibold text-danger">
            {messageOf(error, 'The letters could not be made. Please try again.')}
          </p>
          <LeftOutList leftOut={(leftOut ?? {}) as Partial<Record<LeftOut, number>>} />
        </div>
      )}
    </FormDialog>
  )
}
