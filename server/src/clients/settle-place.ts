import { countryCode } from '@attest/contract/countries'
import { checkPlace, PLACE_FIELDS, type Place } from '@attest/contract/place'
import { Refusal, refuseField } from '../http/errors.ts'

/**
 * An edit with its country, state and zip code as stored, checked for the country that the client then has. Stored
 * values are checked only if the country changes.
 * @throws Refusal 400
 */
export function settlePlace<I extends { [Field in keyof Place]?: string | undefined }>(
  before: Place,
  input: I,
): I {
  const country = codeOf(input.country ?? before.country)
  const moved = country !== before.country
  const checked = PLACE_FIELDS.filter((field) => moved || input[field] !== undefined)
  const { place, errors } = checkPlace({
    country,
    state: input.state ?? before.state,
    zip_code: input.zip_code ?? before.zip_code,
  })
  const fields = Object.fromEntries(
    checked.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  )
  const [message] = Object.values(fields)
  if (message) throw new Refusal(400, message, { fields })
  return { ...input, ...Object.fromEntries(checked.map((field) => [field, place[field]])) }
}

function codeOf(country: string): string {
  return countryCode(country) ?? refuseField('country', `“${country}” is not a country`)
}
