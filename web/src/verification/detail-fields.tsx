import { DETAIL_FIELDS, type DetailName, FIELDS } from '@attest/contract/client-fields'
import { foreignCountries } from '@attest/contract/countries'
import { stateName, US } from '@attest/contract/place'
import * as suggest from '@attest/contract/suggestions'
import { tidyZip } from '@attest/contract/tidy'
import { useState } from 'react'
import { useLeftValue } from '../lib/use-left-value.ts'
import { DetailField, type FieldState, Suggested } from './detail-field.tsx'
import { type Details, isAbroad, neededOf, placeAfterMove, stateOptions } from './details.ts'
import { useLanguage, useTexts } from './texts/languages.ts'

interface Props {
  stored: Details
  field: (name: DetailName) => FieldState
}

export function DetailFields(props: Props) {
  const { fields } = useTexts()
  return (
    <>
      <fieldset className="group">
        <legend>{fields.name}</legend>
        <PlainFields {...props} section="person" />
      </fieldset>
      <AddressFields {...props} />
      <fieldset className="group">
        <legend>{fields.contact}</legend>
        <PlainFields {...props} section="contact" />
      </fieldset>
    </>
  )
}

const PlainFields = ({ stored, field, section }: Props & { section: string }) =>
  DETAIL_FIELDS.filter((name) => FIELDS[name].section === section).map((name) => {
    const { kind } = FIELDS[name]
    const needed = neededOf(name)
    if (kind === 'email') return <EmailField key={name} {...field(name)} />
    // A value that was given once cannot be removed.
    const input = needed === 'given' ? { required: stored[name] !== '' } : {}
    return <DetailField key={name} {...field(name)} optional={needed === 'never'} input={input} />
  })

function EmailField(field: FieldState) {
  const { suggestions } = useTexts()
  const { value } = field
  const { hasLeft, onBlur } = useLeftValue(value)
  const suggestion = hasLeft ? suggest.suggestEmail(value) : undefined
  return (
    <DetailField {...field} input={{ onBlur }}>
      <Suggested
        field={field}
        suggestion={suggestion}
        texts={suggestions.email(suggestion?.value ?? '')}
      />
    </DetailField>
  )
}

/** Brings a field and its group into view, with the focus on it. */
export function showField(name: DetailName = DETAIL_FIELDS[0]) {
  const first = document.getElementById(name)
  const smooth = matchMedia('(prefers-reduced-motion: no-preference)').matches
  first?.focus({ preventScroll: true })
  first?.closest('fieldset')?.scrollIntoView({ behavior: smooth ? 'smooth' : 'auto' })
}

function AddressFields({ stored, field }: Props) {
  const { fields } = useTexts()
  const { value, locked } = field('country')
  const abroad = isAbroad({ country: value })
  function move() {
    const { country, state } = placeAfterMove(!abroad, stored)
    field('country').onChange(country)
    field('state').onChange(state)
  }
  return (
    <fieldset className={`group ${abroad ? 'abroad' : ''}`}>
      <legend>{fields.address}</legend>
      <StreetFields address={field('address')} onFile={abroad ? '' : stored.address} />
      <label className="check">
        <input
          type="checkbox"
          name="abroad"
          id="abroad"
          checked={abroad}
          aria-disabled={locked}
          onChange={move}
        />
        {fields.abroad}
      </label>
      {abroad && <CountryField {...field('country')} />}
      <DetailField {...field('city')} />
      {abroad ? <RegionFields field={field} /> : <StateFields stored={stored} field={field} />}
    </fieldset>
  )
}

/** Old browsers have no names of countries to offer. There the name is typed, and the server reads it. */
function CountryField(field: FieldState) {
  const { fields } = useTexts()
  const countries = foreignCountries(useLanguage().language)
  return (
    <DetailField
      {...field}
      {...(countries.length > 0 && { options: countries, choose: fields.chooseCountry })}
    />
  )
}

function StateFields({ stored, field }: Props) {
  const { fields, suggestions } = useTexts()
  const [state, zip] = [field('state'), field('zip_code')]
  const zip_code = tidyZip(zip.value)
  const { hasLeft, onBlur } = useLeftValue(`${state.value} ${zip_code}`)
  const place = { country: US, state: state.value, zip_code }
  const suggestion = hasLeft ? suggest.suggestState(place) : undefined
  return (
    <>
      <DetailField
        {...state}
        options={stateOptions(isAbroad(stored) ? '' : stored.state)}
        choose={fields.chooseState}
        input={{ onBlur }}
      />
      <DetailField
        {...zip}
        input={{
          inputMode: 'numeric',
          onBlur: () => {
            zip.onChange(zip_code)
            onBlur()
          },
        }}
      />
      <Suggested
        field={state}
        suggestion={suggestion}
        texts={suggestions.state(zip_code.slice(0, 5), stateName(suggestion?.value ?? ''))}
      />
    </>
  )
}

function RegionFields({ field }: Pick<Props, 'field'>) {
  const { fields } = useTexts()
  return (
    <>
      <DetailField {...field('state')} label={fields.region} optional />
      <DetailField {...field('zip_code')} label={fields.postalCode} optional />
    </>
  )
}

/** Shows one stored address on two lines. Typed text never jumps from one line to the other. */
function StreetFields({ address, onFile }: { address: FieldState; onFile: string }) {
  const { suggestions } = useTexts()
  const { value, locked, autofills, onChange } = address
  const [typed, setTyped] = useState(() => suggest.splitUnit(value))
  // Splits the address again after an undo or a change by the office.
  const parts = suggest.joinUnit(typed) === value ? typed : suggest.splitUnit(value)
  const { hasLeft, onBlur } = useLeftValue(value)
  const isChecked = hasLeft && parts.unit.trim() === ''
  function write(changes: Partial<suggest.SplitAddress>) {
    const next = { ...parts, ...changes }
    setTyped(next)
    onChange(suggest.joinUnit(next))
  }
  return (
    <>
      <DetailField
        {...address}
        value={parts.street}
        onChange={(street) => write({ street })}
        input={{ onBlur }}
      />
      <DetailField
        name="unit"
        value={parts.unit}
        error={undefined}
        locked={locked}
        autofills={autofills}
        onChange={(unit) => write({ unit })}
        optional
        input={{ autoComplete: autofills ? 'address-line2' : 'off', onBlur }}
      >
        <Suggested
          field={address}
          suggestion={isChecked ? suggest.suggestUnit(value, onFile) : undefined}
          texts={suggestions.unit(suggest.unitOf(onFile))}
        />
      </DetailField>
    </>
  )
}
