import type { ComponentProps } from 'react'
import { Input } from './field.tsx'

/** For a 6-digit code, of an app or mailed. */
export const CodeInput = (props: ComponentProps<'input'>) => (
  <Input
    inputMode="numeric"
    autoComplete="one-time-code"
    placeholder="Enter 6-digit code"
    spellCheck={false}
    {...props}
  />
)
