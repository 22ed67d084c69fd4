import { countryCode } from '@attest/contract/countries'
import type { PreviewField, PreviewSuggestion } from '@attest/contract/import-previews'
import { parsePhone, phonesIn } from '@attest/contract/parse-phone'
import { formatPhone } from '@attest/contract/phone'
import { US } from '@attest/contract/place'
import { stateCode } from '@attest/contract/states'
import {
  type Suggestion,
  suggestEmail,
  suggestSpelling,
  suggestState,
  suggestUnit,
} from '@attest/contract/suggestions'
import type { KnownClient } from '../queries.ts'
import type { Cells } from '../sheet/client-fields.ts'
import { cellsOf, type Planned } from './plan-preview.ts'

export function suggestionsOf(planned: Planned): PreviewSuggestion[] {
  const { given, plan, alike } = planned
  if (!plan || plan.kind === 'unchanged' || alike) return []
  const cells = plan.kind === 'rejected' ? cellsOf(given) : (plan.after as Cells)
  const before = plan.kind === 'created' ? undefined : plan.before
  return [
    offer('email', suggestEmail(cells.email ?? '')),
    phoneFor('phone_number', cells),
    phoneFor('alt_number', cells),
    offer('state', stateFor(cells)),
    offer('address', before && suggestUnit(cells.address ?? '', before.address)),
    numberFor(planned),
    swapped(cells, before),
  ].filter((suggestion) => suggestion !== undefined)
}

const offer = (field: PreviewField, suggestion: Suggestion | undefined) =>
  suggestion && { field, ...suggestion, cells: { [field]: suggestion.value } }

/** For a text that is not one phone number. */
function phoneFor(
  field: 'phone_number' | 'alt_number',
  cells: Cells,
): PreviewSuggestion | undefined {
  const text = cells[field]
  const country = (cells.country && countryCode(cells.country)) || US
  if (!text || parsePhone(text, country)) return undefined
  const [first, second] = phonesIn(text, country).map(formatPhone)
  if (first && second && field === 'phone_number' && !cells.alt_number)
    return {
      field,
      text: 'Two numbers in one cell.',
      action: 'Use Both',
      cells: { phone_number: first, alt_number: second },
    }
  if (first) return { field, text: `Holds ${first}.`, action: 'Use It', cells: { [field]: first } }
  const ask = field === 'phone_number' ? 'Ask the Client' : 'Leave It Out'
  return { field, text: 'Not a phone number.', action: ask, cells: { [field]: '' } }
}

function stateFor({ country, state, zip_code }: Cells): Suggestion | undefined {
  if (country && countryCode(country) !== US) return undefined
  const typed = state ?? ''
  const place = { country: US, state: stateCode(typed) ?? typed, zip_code: zip_code ?? '' }
  return suggestState(place) ?? suggestSpelling(typed)
}

function numberFor({ given, plan, knownNumber }: Planned): PreviewSuggestion | undefined {
  if (!knownNumber || plan?.kind !== 'rejected' || !plan.problems.client_number) return undefined
  if (knownNumber === cellsOf(given).client_number) return undefined
  return {
    field: 'client_number',
    text: `Client number ${knownNumber} is known.`,
    action: `Use ${knownNumber}`,
    cells: { client_number: knownNumber },
  }
}

function swapped(cells: Cells, before: KnownClient | undefined): PreviewSuggestion | undefined {
  const { first_name = '', last_name = '' } = cells
  if (!before || !isName(before.first_name, last_name) || !isName(before.last_name, first_name))
    return undefined
  if (isName(first_name, last_name)) return undefined
  return {
    field: 'first_name',
    text: 'First and last name are swapped.',
    action: `Use ${last_name} ${first_name}`,
    cells: { first_name: last_name, last_name: first_name },
  }
}

const isName = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase()
