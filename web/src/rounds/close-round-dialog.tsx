import type { Round } from '@attest/contract/rounds'
import { CallError } from '../lib/call.ts'
import { counted, formatNumber } from '../lib/format.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { answeredIn, REASON_NAMES, REASONS } from './round-words.ts'
import { useCloseRound } from './use-rounds.ts'

export default function CloseRoundDialog({
  round,
  onClose,
}: {
  round: Round
  onClose: () => void
}) {
  const close = useCloseRound()
  const { coverage } = round
  const left = REASONS.filter((reason) => coverage.reasons[reason] > 0)
  const refused = close.error instanceof CallError && close.error.status === 409
  return (
    <FormDialog
      title={`Close ${round.name}?`}
      description="Every result is kept as it is now. A closed round cannot be opened again."
      label="Close Round"
      busyLabel="Closing..."
      busy={close.isPending}
      onSubmit={() => close.mutate({ params: { id: round.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {formatNumber(answeredIn(coverage))} of {counted(coverage.total, 'client', 'clients')} have
        answered.{' '}
        {coverage.outstanding === 0
          ? 'Nobody is outstanding.'
          : `${counted(coverage.outstanding, 'client is', 'clients are')} still outstanding:`}
      </p>
      {left.length > 0 && (
        <dl className="mt-3 overflow-hidden rounded-md border border-line">
          {left.map((reason) => (
            <div
              key={reason}
              className="flex justify-between border-t border-line px-3.5 py-2 first:border-t-0"
            >
              <dt>{REASON_NAMES[reason]}</dt>
              <dd className="font-semibold">{formatNumber(coverage.reasons[reason])}</dd>
            </div>
          ))}
        </dl>
      )}
      {refused && (
        <p
          role="alert"
          className="mt-4 rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger"
        >
          {close.error?.message}
        </p>
      )}
    </FormDialog>
  )
}
