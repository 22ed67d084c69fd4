import { type DetailName, rowOf } from '@attest/contract/client-fields'
import type { InputHTMLAttributes, ReactNode } from 'react'
import type { SuggestionTexts } from './texts/en.ts'
import { useTexts } from './texts/languages.ts'

/** A form's field, its value and error, and how to change it. */
export interface FieldState {
  name: DetailName | 'unit'
  value: string
  /** How to correct it. */
  error: string | undefined
  /** The answer is being sent. */
  locked: boolean
  onChange: (value: string) => void
}

interface Props extends FieldState {
  label?: string
  /** Code and name of each option; absent: a line of text. */
  options?: ReadonlyArray<readonly [code: string, name: string]>
  /** The option without a choice. */
  choose?: string
  optional?: boolean
  children?: ReactNode
  input?: Omit<InputHTMLAttributes<HTMLElement>, 'onChange' | 'value'>
}

const CONTROLS: Record<string, Props['input']> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
}

export function DetailField(props: Props) {
  const { name, value, error, locked, onChange, options, optional, input } = props
  const { fields } = useTexts()
  const control = {
    id: name,
    name,
    value,
    required: !optional,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error && `${name}-error`,
    ...controlOf(name),
    ...input,
  }
  return (
    <div className={`field field-${name}`}>
      <label htmlFor={name}>
        {props.label ?? fields.labels[name]}
        {optional && <span className="optional"> {fields.optional}</span>}
      </label>
      {options ? (
        // Not `disabled`, which would drop the focus: a choice is ignored and not shown.
        <select
          {...control}
          aria-disabled={locked}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{props.choose}</option>
          {options.map(([code, label]) => (
            <option key={code} value={code} suppressHydrationWarning>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input {...control} readOnly={locked} onChange={(event) => onChange(event.target.value)} />
      )}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {props.children}
    </div>
  )
}

function controlOf(name: FieldState['name']): Props['input'] {
  const { kind = '', autocomplete } = rowOf(name)
  return { autoComplete: autocomplete, ...CONTROLS[kind] }
}

interface SuggestedProps {
  field: FieldState
  suggestion: { value: string } | undefined
  /** In the page's language. */
  texts: SuggestionTexts
}

/** Always there: screen readers announce only what comes into a region that they know. */
export const Suggested = ({ field, suggestion, texts }: SuggestedProps) => (
  <p className="suggestion" role="status">
    {suggestion && (
      <>
        <span>{texts.text}</span>{' '}
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

/** The button goes away. Not the field itself, which would open a phone's keyboard. */
function focusBox(field: FieldState['name']) {
  const box = document.getElementById(field)?.closest<HTMLElement>('.field')
  box?.setAttribute('tabindex', '-1')
  box?.focus({ preventScroll: true })
}
