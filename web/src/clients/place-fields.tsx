import { FIELD_LABELS } from '@attest/contract/clients'
import { foreignCountries } from '@attest/contract/countries'
import { countryName } from '@attest/contract/country-name'
import { US } from '@attest/contract/place'
import { STATES, stateName } from '@attest/contract/states'
import { useController, useWatch } from 'react-hook-form'
import { Field, Input } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { type ClientForm, TextField } from './client-form.tsx'

interface Props {
  form: ClientForm
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
      <Select className="w-full" {...field} onChange={(event) => moveTo(event.target.value)}>
        <option value={US}>{countryName(US)}</option>
        {foreignCountries().map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const useIsAbroad = ({ control }: ClientForm) => useWatch({ control, name: 'country' }) !== US

export function StateField({ form }: Props) {
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
      <Select className="w-full" {...field}>
        <option value="">Select a state</option>
        {other && <option value={other}>{stateName(other)}</option>}
        {STATES.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

export function ZipField({ form }: Props) {
  return useIsAbroad(form) ? (
    <TextField form={form} name="zip_code" label="Postal Code" optional />
  ) : (
    <TextField form={form} name="zip_code" inputMode="numeric" />
  )
}
