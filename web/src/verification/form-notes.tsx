import { useLayoutEffect, useRef } from 'react'
import { type DetailName, inWords } from './details.ts'

export const NO_CHOICE = 'Please choose one of the two answers.'

export const MissingNote = ({ missing }: { missing: DetailName[] }) => (
  <p className="note">
    We have no {inWords(missing)} for you. Please choose “I Made Changes” to fill in what is
    missing.
  </p>
)

interface EditedNoteProps {
  edited: DetailName[]
  /** They cannot be undone just now. */
  locked: boolean
  onUndo: () => void
}

/** Shown to someone who edits and then says that all is correct. */
export const EditedNote = ({ edited, locked, onUndo }: EditedNoteProps) => (
  <p className="note">
    You have changed the {inWords(edited)}. What stands on the envelope above is what will be sent.{' '}
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

/** Why a try failed, above the button that was pressed. Takes the focus after each. */
export function Failure({ outcome }: { outcome: { message?: string } }) {
  const box = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what moves the focus
  useLayoutEffect(() => box.current?.focus(), [outcome])
  return (
    <p className="failure" role="alert" tabIndex={-1} ref={box}>
      {outcome.message}
    </p>
  )
}
