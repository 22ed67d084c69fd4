import { FIELD_LABELS } from '@attest/contract/clients'
import { foreignCountries } from '@attest/contract/countries'
import { countryName } from '@attest/contract/country-name'
import { US } from '@attest/contract/place'
import { STATES, stateName } from '@attest/contract/states'
import { suggestEmail, suggestState, suggestUnit } from '@attest/contract/suggestions'
import { useController, useWatch } from 'react-hook-form'
import { useLeftValue } from '../lib/use-left-value.ts'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type ClientForm, TextField } from './client-form.tsx'
import { Suggested } from './suggested.tsx'

interface Props {
  form: ClientForm
}

export function EmailField({ form }: Props) {
  const email = useWatch({ control: form.control, name: 'email' })
  const { hasLeft, onBlur } = useLeftValue(email)
  return (
    <div>
      <TextField form={form} name="email" type="email" onBlur={onBlur} />
      <Suggested form={form} name="email" suggestion={hasLeft ? suggestEmail(email) : undefined} />
    </div>
  )
}

export function AddressField({ form, className }: Props & { className?: string }) {
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

export function CountryField({ form }: Props) {
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

export function StateAndZip({ form }: Props) {
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

interface CheckedProps extends Props {
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
