import { type DetailName, inWords } from './details.ts'
import { useFocusOn } from './use-focus-on.ts'

export const NO_CHOICE = 'Please choose one of the two answers.'

export const MissingNote = ({ missing }: { missing: DetailName[] }) => (
  <p className="note">
    We have no {inWords(missing)} for you. Please choose “I Made Changes” to fill in what is
    missing.
  </p>
)

interface EditedNoteProps {
  edited: DetailName[]
  /** The answer is being sent. */
  locked: boolean
  onUndo: () => void
}

/** For a client who edits details and then chooses that all are correct. */
export const EditedNote = ({ edited, locked, onUndo }: EditedNoteProps) => (
  <p className="note">
    You have changed the {inWords(edited)}. The envelope above shows what will be sent.{' '}
    <button
      type="button"
      className="link"
      aria-disabled={locked}
      onClick={() => locked || onUndo()}
    >
      Undo my changes
    </button>
  </p>
)

/** Says why an answer failed. Takes the focus after each try. */
export function Failure({ outcome }: { outcome: { message?: string } }) {
  const box = useFocusOn<HTMLParagraphElement>(outcome)
  return (
    <p className="failure" role="alert" tabIndex={-1} ref={box}>
      {outcome.message}
    </p>
  )
}

/** The office's changes while the page was open. Takes the focus with each new list. */
export function OfficeNotice({ changes }: { changes: DetailName[] }) {
  const box = useFocusOn<HTMLDivElement>(changes)
  return (
    <div className="office" role="alert" tabIndex={-1} ref={box}>
      <h2>Our office has changed your details</h2>
      <p>
        While you had this page open, we changed your {inWords(changes)}. Your answer is not saved
        yet. The envelope above shows what will be sent, with what you typed. Please look once more,
        then answer again below.
      </p>
    </div>
  )
}
