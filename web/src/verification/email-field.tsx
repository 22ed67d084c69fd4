import { suggestEmail } from '@attest/contract/suggestions'
import { useLeftValue } from '../lib/use-left-value.ts'
import { DetailField, type FieldState } from './detail-field.tsx'
import { Suggested } from './suggested.tsx'
import { useTexts } from './texts/use-texts.ts'

export function EmailField(field: FieldState) {
  const { suggestions } = useTexts()
  const { value } = field
  const { hasLeft, onBlur } = useLeftValue(value)
  const suggestion = hasLeft ? suggestEmail(value) : undefined
  return (
    <DetailField {...field} input={{ ...EMAIL, onBlur }}>
      <Suggested
        field={field}
        suggestion={suggestion}
        texts={suggestions.email(suggestion?.value ?? '')}
      />
    </DetailField>
  )
}

const EMAIL = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
