import { stateCode } from './states.ts'
import { tidyZip } from './tidy.ts'

// No zod: the client's page loads this.

export const US = 'US'

export interface Place {
  country: string
  state: string
  zip_code: string
}

export const PLACE_FIELDS = ['country', 'state', 'zip_code'] as const

const ZIP = /^\d{5}(-\d{4})?$/

/** State and zip code as they are stored, or why not. Abroad both are free text and may be ''. */
export function checkPlace(given: Place): {
  place: Place
  errors: Partial<Record<keyof Place, string>>
} {
  if (given.country !== US) return { place: given, errors: {} }
  const code = stateCode(given.state)
  const zip_code = tidyZip(given.zip_code)
  const place = { country: US, state: code ?? given.state, zip_code }
  const errors: ReturnType<typeof checkPlace>['errors'] = {}
  if (given.state === '') errors.state = 'State is required'
  else if (!code) errors.state = `“${given.state}” is not a US state`
  if (zip_code === '') errors.zip_code = 'Zip code is required'
  else if (!ZIP.test(zip_code))
    errors.zip_code = 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234'
  return { place, errors }
}

/** "Boston, MA 02134", "Berlin, 10115", "Hong Kong". */
export function placeLine({ city, state, zip_code }: Omit<Place, 'country'> & { city: string }) {
  const end = `${state.trim()} ${zip_code.trim()}`.trim()
  return [city.trim(), end].filter((part) => part !== '').join(', ')
}
