import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useContext } from 'react'
import { controlClass, Saving, useFieldControl } from './field.tsx'

interface SelectProps extends ComponentProps<'select'> {
  small?: boolean
  options?: Iterable<readonly [value: string | number, name: string]>
}

/** The browser's own select: the phone's picker and the keyboard come with it. */
export function Select({ className = '', small, options = [], children, ...rest }: SelectProps) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...useFieldControl()}
        inert={useContext(Saving)}
        className={`${controlClass} appearance-none pr-8 ${small ? 'h-8! pl-2.5! text-md' : ''}`}
        {...rest}
      >
        {children}
        {Array.from(options, ([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  )
}
