import { countryCode } from '@attest/contract/countries'
import { parsePhone } from '@attest/contract/parse-phone'
import { checkPlace, PLACE_FIELDS, type Place } from '@attest/contract/place'
import { sameValue } from '@attest/contract/same-value'
import { Refusal, refuseField } from '../http/errors.ts'

const PHONES = ['phone_number', 'alt_number'] as const

type Contact = Place & { phone_number: string; alt_number: string | null }
type Input = { [Field in keyof Contact]?: Contact[Field] | undefined }

/**
 * Input as it is stored, checked for the client's new country. Stored values are checked only if that changes.
 * @throws Refusal 400
 */
export function settleInput<I extends Input>(before: Contact | undefined, input: I): I {
  const country = codeOf(input.country ?? before?.country ?? '')
  const moved = country !== before?.country
  const checked = PLACE_FIELDS.filter((field) => moved || input[field] !== undefined)
  const { place, errors } = checkPlace({
    country,
    state: input.state ?? before?.state ?? '',
    zip_code: input.zip_code ?? before?.zip_code ?? '',
  })
  const phones = PHONES.flatMap((field) => {
    const text = (input as Input)[field]
    return text ? [{ field, text, number: settlePhone(before, field, text, country) }] : []
  })
  const fields: Record<string, string> = Object.fromEntries([
    ...checked.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
    ...phones.flatMap(({ field, text, number }) =>
      number ? [] : [[field, `“${text}” is not a phone number`]],
    ),
  ])
  const [message] = Object.values(fields)
  if (message) throw new Refusal(400, message, { fields })
  return {
    ...input,
    ...Object.fromEntries(checked.map((field) => [field, place[field]])),
    ...Object.fromEntries(phones.map(({ field, number }) => [field, number])),
  }
}

/** Undefined: not a number. A stored one that is none, as of an old list, may stay. */
const settlePhone = (
  before: Contact | undefined,
  field: (typeof PHONES)[number],
  text: string,
  country: string,
) =>
  before && sameValue(field, before[field], text, country)
    ? before[field]!
    : parsePhone(text, country)

function codeOf(country: string): string {
  return countryCode(country) ?? refuseField('country', `“${country}” is not a country`)
}
