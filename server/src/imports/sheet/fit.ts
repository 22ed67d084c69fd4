import { countryCode } from '@attest/contract/countries'
import { languageCode } from '@attest/contract/languages'
import { stateCode } from '@attest/contract/states'
import type { Slot } from './column-headers.ts'

const hasDigit = (text: string) => /\d/.test(text)

/** Fields whose texts can be told from others. */
const FITS: Partial<Record<Slot, (text: string, groups: ReadonlySet<string>) => boolean>> = {
  email: (text) => text.includes('@'),
  phone_number: hasDigit,
  other_phone: hasDigit,
  alt_number: hasDigit,
  zip_code: hasDigit,
  state: (text) => stateCode(text) !== undefined,
  country: (text) => countryCode(text) !== undefined,
  language: (text) => languageCode(text) !== undefined,
  group_template: (text, groups) => groups.has(text.toLowerCase()),
}

/** The share of a column's texts that fit the field; 1 for an empty column, and for fields of any text. */
export function fitOf(slot: Slot, texts: readonly string[], groups?: readonly string[]): number {
  const fits = FITS[slot]
  if (!fits || texts.length === 0) return 1
  if (slot === 'group_template' && !groups) return 1
  const known = new Set(groups?.map((group) => group.toLowerCase()))
  return texts.filter((text) => fits(text, known)).length / texts.length
}
