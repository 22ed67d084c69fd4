import type { Outcome } from './answer-state.ts'
import type { DetailName } from './details.ts'
import { useTexts } from './texts/use-texts.ts'
import { useFocusOn } from './use-focus-on.ts'

export const MissingNote = ({ missing }: { missing: DetailName[] }) => (
  <p className="note">{useTexts().form.missing(missing)}</p>
)

interface EditedNoteProps {
  edited: DetailName[]
  /** The answer is being sent. */
  locked: boolean
  onUndo: () => void
}

/** For a client who edits details and then chooses that all are correct. */
export function EditedNote({ edited, locked, onUndo }: EditedNoteProps) {
  const { form } = useTexts()
  return (
    <p className="note">
      {form.edited(edited)}{' '}
      <button
        type="button"
        className="link"
        aria-disabled={locked}
        onClick={() => locked || onUndo()}
      >
        {form.undo}
      </button>
    </p>
  )
}

/** Says why an answer failed. Takes the focus after each try. */
export function Failure({ outcome }: { outcome: Outcome }) {
  const { problems, unsure } = useTexts()
  const box = useFocusOn<HTMLParagraphElement>(outcome)
  const { failure } = outcome
  return (
    <p className="failure" role="alert" tabIndex={-1} ref={box}>
      {failure && problems[failure]} {failure !== 'unreadable' && unsure}
    </p>
  )
}

/** The office's changes while the page was open. Takes the focus with each new list. */
export function OfficeNotice({ changes }: { changes: DetailName[] }) {
  const { form } = useTexts()
  const box = useFocusOn<HTMLDivElement>(changes)
  return (
    <div className="office" role="alert" tabIndex={-1} ref={box}>
      <h2>{form.officeTitle}</h2>
      <p>{form.officeChanges(changes)}</p>
    </div>
  )
}
