import { COMPARED_FIELDS } from '@attest/contract/clients'
import { countryCode } from '@attest/contract/countries'
import type { PreviewField, PreviewRow, PreviewSuggestion } from '@attest/contract/import-previews'
import { US } from '@attest/contract/place'
import { stateCode } from '@attest/contract/states'
import {
  type Suggestion,
  suggestEmail,
  suggestSpelling,
  suggestState,
  suggestUnit,
} from '@attest/contract/suggestions'
import { changedFields, pick } from '../../history/queries.ts'
import type { RowPlan } from '../plan-row.ts'
import type { KnownClient } from '../queries.ts'
import type { Cells } from '../sheet/client-fields.ts'
import { CLIENT_FIELDS } from '../sheet/client-fields.ts'
import { cellsOf, kindOf, type Planned } from './plan-preview.ts'

type Texts = PreviewRow['cells']

const textsOf = (client: object): Texts =>
  Object.fromEntries(
    CLIENT_FIELDS.map((field) => [field, (client as Record<string, string | null>)[field] ?? '']),
  )

export function describeRow(planned: Planned): PreviewRow {
  const { given, plan, alike } = planned
  const kind = kindOf(planned)
  const isAccepted = plan && plan.kind !== 'rejected' && !alike
  const known = isAccepted && plan.kind !== 'created' ? plan : undefined
  return {
    row: given.row,
    kind,
    cells: isAccepted ? textsOf(plan.after) : cellsOf(given),
    old: known ? asTexts(pick(known.before, changedFields(known.before, known.after))) : {},
    kept: known ? (known.kept as PreviewField[]) : [],
    missing: isAccepted ? plan.missing : [],
    problems: plan?.kind === 'rejected' && !alike ? plan.problems : {},
    reason: plan?.kind === 'rejected' && !alike ? plan.reason : null,
    suggestions: plan && kind !== 'unchanged' && !alike ? suggestionsFor(planned, plan) : [],
    choice: given.choice,
    alike: alike ? textsOf(pick(alike, COMPARED_FIELDS)) : null,
  }
}

const asTexts = (fields: object): Texts =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text ?? '']))

export function suggestionsFor(planned: Planned, plan: RowPlan): PreviewSuggestion[] {
  const cells = plan.kind === 'rejected' ? cellsOf(planned.given) : textsOf(plan.after)
  const before = plan.kind === 'changed' ? plan.before : undefined
  return [
    offer('email', suggestEmail(cells.email ?? '')),
    offer('state', stateFor(cells)),
    offer('address', before && suggestUnit(cells.address ?? '', before.address)),
    numberFor(planned),
    swapped(cells, before),
  ].filter((suggestion) => suggestion !== undefined)
}

const offer = (field: PreviewField, suggestion: Suggestion | undefined) =>
  suggestion && { field, ...suggestion, cells: { [field]: suggestion.value } }

function stateFor({ country, state = '', zip_code = '' }: Cells): Suggestion | undefined {
  if (country && countryCode(country) !== US) return undefined
  const ofZip = suggestState({ country: US, state: stateCode(state) ?? state, zip_code })
  return ofZip ?? suggestSpelling(state)
}

/** The spreadsheet may have taken zeros. */
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
  if (before?.first_name !== last_name || before.last_name !== first_name) return undefined
  if (first_name === last_name) return undefined
  return {
    field: 'first_name',
    text: 'First and last name are swapped.',
    action: `Use ${last_name} ${first_name}`,
    cells: { first_name: last_name, last_name: first_name },
  }
}
