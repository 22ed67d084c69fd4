import { useRef } from 'react'
import type { Action } from './verification-calls.ts'

/** The id of the form. */
export const ANSWER = 'answer'

interface Props {
  choice: Action | undefined
  /** The answer is being sent, or waits for a connection. */
  locked: boolean
  /** `goOn`: to the fields. Arrow keys only look at the choices. */
  onChoose: (choice: Action, goOn: boolean) => void
  /** The id of the message that one must be chosen. */
  describedBy: string | undefined
}

const OPTIONS = [
  { action: 'confirm', label: 'Information is Correct', hint: 'Nothing has changed.' },
  { action: 'update', label: 'I Made Changes', hint: 'Correct what is out of date below.' },
] as const

export function AnswerChoice({ choice, locked, onChoose, describedBy }: Props) {
  const byArrow = useRef(false)
  return (
    <fieldset
      className="choice"
      aria-describedby={describedBy}
      onKeyDown={({ key }) => {
        byArrow.current = key.startsWith('Arrow')
      }}
      onPointerDown={() => {
        byArrow.current = false
      }}
    >
      <legend>Your answer</legend>
      {OPTIONS.map(({ action, label, hint }) => (
        <label key={action}>
          <input
            type="radio"
            name="action"
            id={`action-${action}`}
            value={action}
            checked={choice === action}
            onChange={() => onChoose(action, !byArrow.current)}
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
