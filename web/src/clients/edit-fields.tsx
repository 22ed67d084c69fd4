import { FIELD_LABELS } from '@attest/contract/clients'
import { foreignCountries } from '@attest/contract/countries'
import { countryName } from '@attest/contract/country-name'
import { US } from '@attest/contract/place'
import { STATES, stateName } from '@attest/contract/states'
import {
  type Suggestion,
  suggestEmail,
  suggestState,
  suggestUnit,
} from '@attest/contract/suggestions'
import { useController, useWatch } from 'react-hook-form'
import { useLeftValue } from '../lib/use-left-value.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type ClientForm, LanguageField, TemplateField, TextField } from './client-form.tsx'

interface EditFieldsProps {
  form: ClientForm
  autoFocus?: boolean
  /** Leaves out the fields that only the office decides. */
  ofClient?: boolean
}

export const EditFields = ({ form, autoFocus, ofClient = false }: EditFieldsProps) => (
  <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
    <TextField form={form} name="first_name" autoFocus={autoFocus} />
    <TextField form={form} name="last_name" />
    <EmailField form={form} />
    {!ofClient && <TextField form={form} name="client_number" />}
    <TextField form={form} name="phone_number" type="tel" />
    <TextField form={form} name="alt_number" type="tel" optional />
    <AddressField form={form} className={ofClient ? '' : 'md:col-span-2'} />
    <TextField form={form} name="city" />
    <CountryField form={form} />
    <StateAndZip form={form} />
    {!ofClient && (
      <>
        <TemplateField form={form} />
        <LanguageField form={form} />
      </>
    )}
  </div>
)

interface FieldProps {
  form: ClientForm
}

export function EmailField({ form }: FieldProps) {
  const email = useWatch({ control: form.control, name: 'email' })
  const { hasLeft, onBlur } = useLeftValue(email)
  return (
    <div>
      <TextField form={form} name="email" type="email" onBlur={onBlur} />
      <Suggested form={form} name="email" suggestion={hasLeft ? suggestEmail(email) : undefined} />
    </div>
  )
}

export function AddressField({ form, className }: FieldProps & { className?: string }) {
  const [address, country] = useWatch({ control: form.control, name: ['address', 'country'] })
  const { hasLeft, onBlur } = useLeftValue(address)
  const onFile = form.formState.defaultValues?.address ?? ''
  const isChecked = hasLeft && country === US
  return (
    <div className={className}>
      <TextField form={form} name="address" onBlur={onBlur} />
      <Suggested
        form={form}
        name="address"
        suggestion={isChecked ? suggestUnit(address, onFile) : undefined}
      />
    </div>
  )
}

export function CountryField({ form }: FieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'country' })
  const stored = form.formState.defaultValues
  /** A state belongs to its country. */
  function moveTo(country: string) {
    field.onChange(country)
    const state = country === stored?.country ? stored.state : ''
    form.setValue('state', state ?? '', { shouldDirty: true })
    form.clearErrors(['state', 'zip_code'])
  }
  return (
    <Field label={FIELD_LABELS.country} error={fieldState.error?.message}>
      <Select
        className="w-full"
        options={[[US, countryName(US)], ...foreignCountries()]}
        {...field}
        onChange={(event) => moveTo(event.target.value)}
      />
    </Field>
  )
}

const useIsAbroad = ({ control }: ClientForm) => useWatch({ control, name: 'country' }) !== US

export function StateAndZip({ form }: FieldProps) {
  const [country, state, zip] = useWatch({
    control: form.control,
    name: ['country', 'state', 'zip_code'],
  })
  const { hasLeft, onBlur } = useLeftValue(`${country} ${state} ${zip}`)
  const suggestion = hasLeft ? suggestState({ country, state, zip_code: zip }) : undefined
  return (
    <>
      <StateField form={form} onBlur={onBlur} />
      <div>
        <ZipField form={form} onBlur={onBlur} />
        <Suggested form={form} name="state" suggestion={suggestion} />
      </div>
    </>
  )
}

interface CheckedProps extends FieldProps {
  onBlur: () => void
}

function StateField({ form, onBlur }: CheckedProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'state' })
  const error = fieldState.error?.message
  if (useIsAbroad(form))
    return (
      <Field label="State, Province or Region" optional error={error}>
        <Input autoComplete="off" {...field} />
      </Field>
    )
  const stored = form.formState.defaultValues?.state
  const other =
    stored && stored === field.value && !STATES.some(([code]) => code === stored) ? stored : null
  return (
    <Field label={FIELD_LABELS.state} error={error}>
      <Select
        className="w-full"
        options={STATES}
        {...field}
        onBlur={() => {
          field.onBlur()
          onBlur()
        }}
      >
        <option value="">Select a state</option>
        {other && <option value={other}>{stateName(other)}</option>}
      </Select>
    </Field>
  )
}

function ZipField({ form, onBlur }: CheckedProps) {
  return useIsAbroad(form) ? (
    <TextField form={form} name="zip_code" label="Postal Code" optional />
  ) : (
    <TextField form={form} name="zip_code" inputMode="numeric" onBlur={onBlur} />
  )
}

interface SuggestedProps {
  form: ClientForm
  name: 'email' | 'address' | 'state'
  suggestion: Suggestion | undefined
}

/** Always there: screen readers announce only what comes into a region that they know. */
const Suggested = ({ form, name, suggestion }: SuggestedProps) => (
  <p role="status" className="mt-1 text-sm text-ink-2 wrap-anywhere empty:absolute">
    {suggestion && (
      <>
        {suggestion.text}{' '}
        <Button
          variant="link"
          size="inline"
          onClick={() => {
            form.setValue(name, suggestion.value, { shouldDirty: true })
            form.clearErrors(name)
            form.setFocus(name)
          }}
        >
          {suggestion.action}
        </Button>
      </>
    )}
  </p>
)
