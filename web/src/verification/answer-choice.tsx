import type { Action } from './verification-calls.ts'

interface Props {
  choice: Action | undefined
  /** The answer is being sent. */
  locked: boolean
  onChoose: (choice: Action) => void
  /** The id of the message that one must be chosen. */
  describedBy: string | undefined
}

const OPTIONS = [
  { action: 'confirm', label: 'Information is Correct', hint: 'Nothing has changed.' },
  { action: 'update', label: 'I Made Changes', hint: 'Correct what is out of date below.' },
] as const

export function AnswerChoice({ choice, locked, onChoose, describedBy }: Props) {
  return (
    <fieldset className="choice" aria-describedby={describedBy}>
      <legend>Your answer</legend>
      {OPTIONS.map(({ action, label, hint }) => (
        <label key={action}>
          <input
            type="radio"
            name="action"
            id={`action-${action}`}
            value={action}
            checked={choice === action}
            onChange={() => onChoose(action)}
            aria-disabled={locked}
            aria-describedby={`action-${action}-hint`}
          />
          <span>
            {label}
            <small id={`action-${action}-hint`}>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
