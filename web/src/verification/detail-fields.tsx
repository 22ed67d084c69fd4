import { suggestEmail } from '@attest/contract/suggestions'
import { useLeftValue } from '../lib/use-left-value.ts'
import { AddressFields } from './address-fields.tsx'
import { DetailField, type FieldState } from './detail-field.tsx'
import { DETAIL_FIELDS, type DetailName, type Details } from './details.ts'
import { Suggested } from './suggested.tsx'
import { useTexts } from './texts/use-texts.ts'

interface Props {
  stored: Details
  field: (name: DetailName) => FieldState
}

export function DetailFields({ stored, field }: Props) {
  const { fields } = useTexts()
  return (
    <>
      <fieldset className="group">
        <legend>{fields.name}</legend>
        <DetailField {...field('first_name')} input={{ autoComplete: 'given-name' }} />
        <DetailField
          {...field('last_name')}
          input={{ autoComplete: 'family-name', required: stored.last_name !== '' }}
        />
      </fieldset>
      <AddressFields stored={stored} field={field} />
      <fieldset className="group">
        <legend>{fields.contact}</legend>
        <DetailField {...field('phone_number')} input={{ ...PHONE, autoComplete: 'tel' }} />
        <DetailField {...field('alt_number')} optional input={{ ...PHONE, autoComplete: 'off' }} />
        <EmailField {...field('email')} />
      </fieldset>
    </>
  )
}

function EmailField(field: FieldState) {
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

/** Brings a field and its group into view, with the focus on it. */
export function showField(name: DetailName = DETAIL_FIELDS[0]!) {
  const first = document.getElementById(name)
  const smooth = matchMedia('(prefers-reduced-motion: no-preference)').matches
  first?.focus({ preventScroll: true })
  first?.closest('fieldset')?.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto' })
}

const PHONE = { type: 'tel', inputMode: 'tel' } as const
const EMAIL = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
