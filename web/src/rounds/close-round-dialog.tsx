import { listLetterBatches } from '@attest/contract/letters'
import { REASON_NAMES } from '@attest/contract/outstanding'
import type { Coverage, Round } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { answeredOf, counted } from '../lib/format.ts'
import { useRead } from '../lib/use-read.ts'
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
      <UnmailedLetters />
    </FormDialog>
  )
}

/** Warns about unmailed letters: marked later, they would open another round, and this one would miss them. */
function UnmailedLetters() {
  const { data: batches = [] } = useRead(listLetterBatches, { queryKey: ['letters'], staleTime: 0 })
  const waiting = batches.filter(({ mailed_at }) => mailed_at === null)
  const letters = waiting.reduce((sum, { printed }) => sum + printed, 0)
  if (letters === 0) return null
  return (
    <p role="alert" className="mt-3 font-semibold">
      {counted(letters, 'letter is', 'letters are')} printed, but not{' '}
      <Link to="/letters">marked as mailed</Link>. If they are in the mail, mark them first: later
      they count in a new round.
    </p>
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
