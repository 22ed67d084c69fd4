import { useRef } from 'react'
import { useTexts } from './texts/use-texts.ts'
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

export function AnswerChoice({ choice, locked, onChoose, describedBy }: Props) {
  const { form } = useTexts()
  const byArrow = useRef(false)
  const options = [
    { action: 'confirm', label: form.confirm, hint: form.confirmHint },
    { action: 'update', label: form.update, hint: form.updateHint },
  ] as const
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
      <legend>{form.answer}</legend>
      {options.map(({ action, label, hint }) => (
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
