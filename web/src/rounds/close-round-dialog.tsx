import { REASON_NAMES } from '@attest/contract/outstanding'
import type { Coverage, Round } from '@attest/contract/rounds'
import { answeredOf, counted } from '../lib/format.ts'
import { CountList } from '../ui/figures.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { answeredIn, REASONS, remindedIn } from './round-words.ts'
import { useCloseRound } from './use-rounds.ts'

export default function CloseRoundDialog(props: { round: Round; onClose: () => void }) {
  const { round, onClose } = props
  const close = useCloseRound()
  const { coverage } = round
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
        {answeredOf(answeredIn(coverage), coverage.total)}.{' '}
        {coverage.outstanding === 0
          ? 'Nobody is outstanding.'
          : `${counted(coverage.outstanding, 'client is', 'clients are')} still outstanding:`}
      </p>
      <CountList
        counts={REASONS.map((reason) => ({
          label: REASON_NAMES[reason],
          value: coverage.reasons[reason],
        }))}
      />
      <Remains coverage={coverage} />
    </FormDialog>
  )
}

function Remains({ coverage }: { coverage: Coverage }) {
  const { reasons } = coverage
  const { disputed, not_asked } = reasons
  const asked = remindedIn(coverage)
  return (
    <ul className="mt-3 list-disc pl-5 text-ink-2">
      {asked > 0 && (
        <li>
          {counted(asked, 'client', 'clients')} may still answer by the link in the last letter. A
          later answer changes the client, not this round.
        </li>
      )}
      {disputed > 0 && (
        <li>{counted(disputed, 'dispute stays', 'disputes stay')} open on the client’s page.</li>
      )}
      {not_asked > 0 && (
        <li>{counted(not_asked, 'client is', 'clients are')} kept as never asked.</li>
      )}
    </ul>
  )
}
