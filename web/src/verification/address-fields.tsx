import { foreignCountries } from '@attest/contract/countries'
import { US } from '@attest/contract/place'
import { stateName } from '@attest/contract/states'
import { suggestState } from '@attest/contract/suggestions'
import { tidyZip } from '@attest/contract/tidy'
import { useLeftValue } from '../lib/use-left-value.ts'
import { DetailField, type FieldState } from './detail-field.tsx'
import { type DetailName, type Details, isAbroad, placeAfterMove, stateOptions } from './details.ts'
import { StreetFields } from './street-fields.tsx'
import { Suggested } from './suggested.tsx'
import { useLanguage, useTexts } from './texts/use-texts.ts'

interface Props {
  stored: Details
  field: (name: DetailName) => FieldState
}

export function AddressFields({ stored, field }: Props) {
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
          checked={abroad}
          aria-disabled={locked}
          onChange={move}
        />
        {fields.abroad}
      </label>
      {abroad && <CountryField {...field('country')} />}
      <DetailField {...field('city')} input={{ autoComplete: 'address-level2' }} />
      {abroad ? <RegionFields field={field} /> : <StateFields stored={stored} field={field} />}
    </fieldset>
  )
}

/** The server also knows typed names: old browsers have none to offer. */
function CountryField(field: FieldState) {
  const { fields } = useTexts()
  const countries = foreignCountries(useLanguage().language)
  return (
    <DetailField
      {...field}
      {...(countries.length > 0 && { options: countries, choose: fields.chooseCountry })}
      input={{ autoComplete: 'country' }}
    />
  )
}

function StateFields({ stored, field }: Props) {
  const { fields, suggestions } = useTexts()
  const [state, zip] = [field('state'), field('zip_code')]
  const zip_code = tidyZip(zip.value)
  const { hasLeft, onBlur } = useLeftValue(`${state.value} ${zip_code}`)
  const place = { country: US, state: state.value, zip_code }
  const suggestion = hasLeft ? suggestState(place) : undefined
  return (
    <>
      <DetailField
        {...state}
        options={stateOptions(isAbroad(stored) ? '' : stored.state)}
        choose={fields.chooseState}
        input={{ autoComplete: 'address-level1', onBlur }}
      />
      <DetailField
        {...zip}
        input={{
          autoComplete: 'postal-code',
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
      <DetailField
        {...field('state')}
        label={fields.region}
        optional
        input={{ autoComplete: 'address-level1' }}
      />
      <DetailField
        {...field('zip_code')}
        label={fields.postalCode}
        optional
        input={{ autoComplete: 'postal-code' }}
      />
    </>
  )
}
