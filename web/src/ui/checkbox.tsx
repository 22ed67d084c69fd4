import { type ComponentProps, useId } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Text beside the box; without it give an aria-label. */
  label?: string
  /** Some but not all are chosen. */
  mixed?: boolean
}

export function Checkbox({ label, mixed = false, ...rest }: CheckboxProps) {
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
