import { tidyZip } from '@attest/contract/tidy'
import { DetailField, type FieldState } from './detail-field.tsx'
import { DETAIL_FIELDS, type DetailName, stateOptions } from './details.ts'

interface Props {
  /** The stored record's state, which the form may not offer. */
  storedState: string
  field: (name: DetailName) => FieldState
}

export function DetailFields({ storedState, field }: Props) {
  const zip = field('zip_code')
  return (
    <>
      <fieldset className="group">
        <legend>Your name</legend>
        <DetailField
          name="first_name"
          {...field('first_name')}
          input={{ autoComplete: 'given-name' }}
        />
        <DetailField
          name="last_name"
          {...field('last_name')}
          input={{ autoComplete: 'family-name' }}
        />
      </fieldset>
      <fieldset className="group">
        <legend>Where we write to</legend>
        <DetailField
          name="address"
          {...field('address')}
          input={{ autoComplete: 'street-address' }}
        />
        <DetailField name="city" {...field('city')} input={{ autoComplete: 'address-level2' }} />
        <DetailField
          name="state"
          {...field('state')}
          options={stateOptions(storedState)}
          input={{ autoComplete: 'address-level1' }}
        />
        <DetailField
          name="zip_code"
          {...zip}
          input={{
            autoComplete: 'postal-code',
            inputMode: 'numeric',
            onBlur: () => zip.onChange(tidyZip(zip.value)),
          }}
        />
      </fieldset>
      <fieldset className="group">
        <legend>How we reach you</legend>
        <DetailField
          name="phone_number"
          {...field('phone_number')}
          input={{ ...PHONE, autoComplete: 'tel' }}
        />
        <DetailField
          name="alt_number"
          {...field('alt_number')}
          input={{ ...PHONE, autoComplete: 'off' }}
        />
        <DetailField name="email" {...field('email')} input={EMAIL} />
      </fieldset>
    </>
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
