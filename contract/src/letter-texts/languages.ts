import type { Language } from '../languages.ts'
import { en, type LetterTexts } from './en.ts'
import { es } from './es.ts'

/** Fields whose change is announced; a name alone is not. */
export const ANNOUNCED = [
  'email',
  'phone_number',
  'alt_number',
  'address',
  'city',
  'state',
  'zip_code',
  'country',
] as const
export type Announced = (typeof ANNOUNCED)[number]

export const LETTER_TEXTS: Record<Language, LetterTexts> = { en, es }
