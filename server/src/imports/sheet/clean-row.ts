import { countryCode } from '@attest/contract/countries'
import { US } from '@attest/contract/place'
import { stateCode } from '@attest/contract/states'
import { stateOfZip } from '@attest/contract/zip-states'
import { isNoName, zipAsGiven } from './clean-cell.ts'
import type { Cells } from './client-fields.ts'

/** What only the other cells of a row can tell. */
export function cleanRow(cells: Cells, rawZip: string): Cells {
  const { first_name = '', last_name = '' } = cells
  if (isNoName(last_name, first_name)) delete cells.last_name
  if (isNoName(first_name, last_name)) delete cells.first_name
  if (cells.zip_code && !mayHaveLostZeros(cells)) cells.zip_code = zipAsGiven(rawZip)
  return cells
}

/** States that share the prefix 063, so that the table knows none for it. */
const SHARED = ['CT', 'NY']

/** Four digits of New York are no zip code of Massachusetts, and those of Zurich are whole. */
function mayHaveLostZeros({ state = '', country, zip_code = '' }: Cells): boolean {
  if (country && countryCode(country) !== US) return false
  const code = stateCode(state)
  if (!code || !zip_code.startsWith('0')) return true
  const found = stateOfZip(zip_code)
  return found ? found === code : SHARED.includes(code)
}
