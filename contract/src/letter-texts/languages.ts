import type { Language } from '../languages.ts'
import { en, type LetterTexts } from './en.ts'
import { es } from './es.ts'

export const LETTER_TEXTS: Record<Language, LetterTexts> = { en, es }
