import { type DetailName, rowOf } from '@attest/contract/client-fields'
import type { InputHTMLAttributes, ReactNode } from 'react'
import type { SuggestionTexts } from './texts/en.ts'
import { useTexts } from './texts/languages.ts'

export interface FieldState {
  name: DetailName | 'unit'
  value: string
  error: string | undefined
  locked: boolean
  /** Whether the browser may fill in its user's details: a helper's own ones would be wrong. */
  autofills: boolean
  onChange: (value: string) => void
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string
  label: string
  optional?: boolean | undefined
  error: string | undefined
  /** Replaces the line of text. */
  control?: ReactNode
}

export function Field({ id, label, optional, error, control, ...props }: FieldProps) {
  const { className = '', children, ...input } = props
  const { fields } = useTexts()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> {fields.optional}</span>}
      </label>
      {control || <input name={id} {...stateOf(id, error)} {...input} />}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  )
}

const stateOf = (id: string, error: string | undefined) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error && `${id}-error`,
})

interface Props extends FieldState {
  label?: string
  /** Code and name of each option; missing: a line of text. */
  options?: ReadonlyArray<readonly [code: string, name: string]>
  /** The text of the empty option. */
  choose?: string
  optional?: boolean
  children?: ReactNode
  input?: Omit<InputHTMLAttributes<HTMLElement>, 'onChange' | 'value'>
}

const CONTROLS: Record<string, Props['input']> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
}

export function DetailField({ label, options, choose, children, input, ...field }: Props) {
  const { name, value, error, locked, autofills, optional } = field
  const { labels } = useTexts().fields
  const onChange = (event: { target: { value: string } }) => field.onChange(event.target.value)
  const { kind = '', autocomplete } = rowOf(name)
  const control = {
    ...{ name, value, onChange, required: !optional },
    autoComplete: autofills ? autocomplete : 'off',
    ...CONTROLS[kind],
    ...input,
  }
  // aria-disabled, as `disabled` would drop the focus. A choice is ignored and not shown.
  const select = options && (
    <select {...stateOf(name, error)} {...control} aria-disabled={locked}>
      <option value="">{choose}</option>
      {options.map(([code, label]) => (
        <option key={code} value={code} suppressHydrationWarning>
          {label}
        </option>
      ))}
    </select>
  )
  const box = { id: name, className: `field-${name}`, label: label ?? labels[name] }
  return (
    <Field {...box} {...{ optional, error }} control={select} readOnly={locked} {...control}>
      {children}
    </Field>
  )
}

interface SuggestedProps {
  field: FieldState
  suggestion: { value: string } | undefined
  texts: SuggestionTexts
}

/** Always rendered, as screen readers announce only changes within a region that they know. */
export const Suggested = ({ field, suggestion, texts }: SuggestedProps) => (
  <p className="suggestion" role="status">
    {suggestion && (
      <>
        <span>{texts.text}</span>
        <button
          type="button"
          className="link"
          aria-disabled={field.locked}
          onClick={() => {
            if (field.locked) return
            field.onChange(suggestion.value)
            focusBox(field.name)
          }}
        >
          {texts.action}
        </button>
      </>
    )}
  </p>
)

/** Takes the focus of a button that disappears. Focusing the field itself would open a phone's keyboard. */
function focusBox(field: FieldState['name']) {
  const box = document.getElementById(field)?.closest<HTMLElement>('.field')
  box?.setAttribute('tabindex', '-1')
  box?.focus({ preventScroll: true })
}
