import { useId } from 'react'

interface SegmentsProps<T extends string> {
  label: string
  options: readonly (readonly [value: T, name: string])[]
  value: T
  onChange: (value: T) => void
}

export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const id = useId()
  return (
    <fieldset className="flex rounded-md border border-line-strong p-0.5">
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
