import type { ComponentProps } from 'react'
import { onlySixDigits } from '../lib/format.ts'
import { Input } from './field.tsx'

/** For a 6-digit code, of an app or mailed; takes nothing but digits, typed or pasted. */
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
