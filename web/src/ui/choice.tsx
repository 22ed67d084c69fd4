import { type ComponentProps, type ReactNode, useId } from 'react'

interface ChoiceProps {
  /** The same name for all choices that exclude each other. */
  name: string
  label: string
  text: string
  /** Undefined: nothing is chosen yet, so each choice can get the focus. */
  checked: boolean | undefined
  onChoose: () => void
  /** Stands at the other end of the label's line. */
  end?: ReactNode
}

/** One of several choices, with its meaning: a card around the radio button. */
export function Choice({ name, label, text, checked, onChoose, end }: ChoiceProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-start gap-3 rounded-lg border border-line-strong px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <input
        id={id}
        type="radio"
        name={name}
        // Like the browser, lets Tab reach only the chosen one: a dialog's focus trap would take the first.
        tabIndex={checked === false ? -1 : undefined}
        className="mt-1 size-4.25 shrink-0 accent-accent outline-none"
        checked={checked === true}
        onChange={onChoose}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        <span className="block text-md text-ink-2">{text}</span>
      </span>
      {end}
    </label>
  )
}

interface SegmentsProps<T extends string> {
  label: string
  options: readonly (readonly [value: T, name: string])[]
  value: T
  onChange: (value: T) => void
}

export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const id = useId()
  return (
    <fieldset className="flex w-fit rounded-md border border-line-strong p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, name]) => (
        <label
          key={option}
          htmlFor={`${id}-${option}`}
          className="segment relative flex h-7 cursor-pointer items-center rounded-sm px-2.5 text-md font-semibold whitespace-nowrap text-ink-2 hover:text-ink has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            id={`${id}-${option}`}
            type="radio"
            name={id}
            className="sr-only"
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Text beside the box; without it, an aria-label is needed. */
  label?: string
  mixed?: boolean
  onCheckedChange?: (checked: boolean) => void
}

export function Checkbox({ label, mixed = false, onCheckedChange, ...rest }: CheckboxProps) {
  const own = useId()
  const id = rest.id ?? own
  const box = (
    <input
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      type="checkbox"
      className="block size-4.25 shrink-0 accent-accent aria-disabled:opacity-50"
      {...rest}
      onChange={onCheckedChange ? ({ target }) => onCheckedChange(target.checked) : rest.onChange}
      id={id}
    />
  )
  if (!label) return box
  return (
    <span className="flex items-center gap-2">
      {box}
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
