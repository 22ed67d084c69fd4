import {
  type ClientField,
  COMPARED_FIELDS,
  FIELD_LABELS,
  FIELDS,
} from '@attest/contract/client-fields'
import { foreignCountries } from '@attest/contract/countries'
import { LANGUAGE_NAMES } from '@attest/contract/languages'
import { countryName, STATES, stateName, US } from '@attest/contract/place'
import {
  type Suggestion,
  suggestEmail,
  suggestState,
  suggestUnit,
} from '@attest/contract/suggestions'
import type { ComponentProps } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useLeftValue } from '../lib/use-left-value.ts'
import { TemplateSelect } from '../templates/template-select.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import type { ClientForm } from './client-form.tsx'
import { OwnFields } from './own-fields.tsx'

type TextName = Exclude<ClientField, 'state' | 'country' | 'language' | 'group_template'>

interface EditFieldsProps {
  form: ClientForm
  autoFocus?: boolean
  /** Leaves out fields that only the office decides. */
  ofClient?: boolean
}

export const EditFields = ({ form, autoFocus, ofClient = false }: EditFieldsProps) => (
  <div className="@container">
    <div className="grid gap-x-5 gap-y-4 @md:grid-cols-2">
      <PersonFields form={form} autoFocus={autoFocus} ofClient={ofClient} />
      <AddressFields form={form} className={ofClient ? '' : '@md:col-span-2'} />
      {!ofClient && (
        <>
          <OfficeFields form={form} />
          <OwnFields form={form} />
        </>
      )}
    </div>
  </div>
)

const PERSON = COMPARED_FIELDS.filter(
  (name): name is TextName =>
    name !== 'status' && ['person', 'contact'].includes(FIELDS[name].section),
)

export const PersonFields = ({ form, autoFocus, ofClient }: EditFieldsProps) =>
  PERSON.filter((name) => !ofClient || FIELDS[name].autocomplete).map((name, n) => {
    const { kind, needed } = FIELDS[name]
    if (kind === 'email') return <EmailField key={name} form={form} />
    return (
      <TextField
        key={name}
        form={form}
        name={name}
        optional={needed === 'never'}
        autoFocus={autoFocus && n === 0}
        {...(kind === 'phone' && { type: 'tel' })}
      />
    )
  })

interface AddressProps {
  form: ClientForm
  className: string
}

export const AddressFields = ({ form, className }: AddressProps) => (
  <>
    <AddressField form={form} className={className} />
    <TextField form={form} name="city" />
    <CountryField form={form} />
    <StateAndZip form={form} />
  </>
)

export function OfficeFields({ form, label }: { form: ClientForm; label?: string }) {
  const { field, fieldState } = useController({ control: form.control, name: 'group_template' })
  return (
    <>
      <Field label={label ?? FIELD_LABELS.group_template} error={fieldState.error?.message}>
        <TemplateSelect stored={form.formState.defaultValues?.group_template} {...field} />
      </Field>
      <Field label={FIELD_LABELS.language} error={form.formState.errors.language?.message}>
        <Select
          className="w-full"
          options={[['', 'Not known'], ...Object.entries(LANGUAGE_NAMES)]}
          {...form.register('language')}
        />
      </Field>
    </>
  )
}

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'form' | 'name'> {
  form: ClientForm
  name: TextName
  label?: string
  optional?: boolean
}

function TextField(props: TextFieldProps) {
  const { form, name, label, optional, className, onBlur, ...input } = props
  return (
    <Field
      label={label ?? FIELD_LABELS[name]}
      optional={optional}
      error={form.formState.errors[name]?.message}
      className={className}
    >
      <Input {...input} {...form.register(name, onBlur && { onBlur })} />
    </Field>
  )
}

function EmailField({ form }: { form: ClientForm }) {
  const email = useWatch({ control: form.control, name: 'email' })
  const { hasLeft, onBlur } = useLeftValue(email)
  return (
    <div>
      <TextField form={form} name="email" type="email" onBlur={onBlur} />
      <Suggested form={form} name="email" suggestion={hasLeft ? suggestEmail(email) : undefined} />
    </div>
  )
}

function AddressField({ form, className }: AddressProps) {
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

function CountryField({ form }: { form: ClientForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'country' })
  const stored = form.formState.defaultValues
  /** Another country clears the state, as a state belongs to its country. */
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
        onValueChange={moveTo}
      />
    </Field>
  )
}

const useIsAbroad = ({ control }: ClientForm) => useWatch({ control, name: 'country' }) !== US

function StateAndZip({ form }: { form: ClientForm }) {
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

function StateField({ form, onBlur }: { form: ClientForm; onBlur: () => void }) {
  const { field, fieldState } = useController({ control: form.control, name: 'state' })
  const error = fieldState.error?.message
  if (useIsAbroad(form))
    return (
      <Field label="State, Province or Region" optional error={error}>
        <Input {...field} />
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

const ZipField = ({ form, onBlur }: { form: ClientForm; onBlur: () => void }) =>
  useIsAbroad(form) ? (
    <TextField form={form} name="zip_code" label="Postal Code" optional />
  ) : (
    <TextField form={form} name="zip_code" inputMode="numeric" onBlur={onBlur} />
  )

interface SuggestedProps {
  form: ClientForm
  name: 'email' | 'address' | 'state'
  suggestion: Suggestion | undefined
}

/** Always rendered, as screen readers announce only changes within a region that they know. */
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
