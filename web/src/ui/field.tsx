import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { onlySixDigits } from '../lib/format.ts'
import { Button } from './button.tsx'

interface Wiring {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

const FieldContext = createContext<Wiring>({})

/** While a form is saved, input would be lost: text fields become read-only, keeping the focus, and selects inert. */
export const Saving = createContext(false)

/** Ties a control to the label, hint and error of its Field. */
const useFieldControl = () => useContext(FieldContext)

interface FieldProps {
  label: string
  optional?: boolean
  hint?: ReactNode
  error?: string
  className?: string
  children: ReactNode
}

export function Field({ label, optional, hint, error, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wiring: Wiring = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.25 block text-md font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

export const controlClass =
  'h-10 w-full min-w-0 rounded-md border border-line-strong bg-panel px-3 text-ink pointer-coarse:text-lg hover:border-ink-2 focus-visible:outline-offset-0 disabled:bg-sunk disabled:text-ink-3 aria-invalid:border-danger aria-invalid:outline-danger'

interface Typed<T extends string = string> {
  /** Replaces `onChange`. */
  onValueChange?: (value: T) => void
}

/** Without `autoComplete`, the browser fills in nothing: it remembers values of other clients. */
export function Input({ className = '', onValueChange, ...rest }: ComponentProps<'input'> & Typed) {
  return (
    <input
      autoComplete="off"
      {...useFieldControl()}
      readOnly={useContext(Saving)}
      className={`${controlClass} ${className}`}
      {...rest}
      onChange={onValueChange ? ({ target }) => onValueChange(target.value) : rest.onChange}
    />
  )
}

export function Textarea(props: ComponentProps<'textarea'> & Typed) {
  const { className = '', onValueChange, ...rest } = props
  return (
    <textarea
      {...useFieldControl()}
      readOnly={useContext(Saving)}
      className={`${controlClass} block h-auto! py-2 ${className}`}
      {...rest}
      onChange={onValueChange ? ({ target }) => onValueChange(target.value) : rest.onChange}
    />
  )
}

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-11" spellCheck={false} />
      <Button
        variant="quiet"
        size="icon"
        className="absolute top-0 right-0"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  )
}

/** Takes a 6-digit code of an app or an email, and ignores other characters, typed or pasted. */
export const CodeInput = ({ onChange, ...rest }: ComponentProps<'input'>) => (
  <Input
    inputMode="numeric"
    pattern="[0-9]{6}"
    autoComplete="one-time-code"
    placeholder="Enter 6-digit code"
    spellCheck={false}
    onChange={(event) => {
      event.target.value = onlySixDigits(event.target.value)
      onChange?.(event)
    }}
    {...rest}
  />
)

interface SelectProps<T extends string> extends ComponentProps<'select'>, Typed<T> {
  small?: boolean
  options?: Iterable<readonly [value: T | number, name: string]>
}

/** The browser's own select, for the phone's picker and the keyboard. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { className = '', small, options = [], onValueChange, children, ...rest } = props
  return (
    <span className={`relative inline-block ${className}`}>
      <select
        {...useFieldControl()}
        inert={useContext(Saving)}
        className={`${controlClass} appearance-none text-ellipsis pr-8 ${small ? 'h-8! pl-2.5! text-md' : ''}`}
        {...rest}
        onChange={onValueChange ? ({ target }) => onValueChange(target.value as T) : rest.onChange}
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

interface LabeledSelectProps<T extends string> extends SelectProps<T> {
  label: string
  labelClass?: string
}

/** A small select and its label, which the caller places. */
export function LabeledSelect<T extends string>(props: LabeledSelectProps<T>) {
  const { label, labelClass, ...select } = props
  const id = useId()
  return (
    <>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <Select id={id} small {...select} />
    </>
  )
}
