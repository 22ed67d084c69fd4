import type { Language } from './languages.ts'
import type { Translation } from './templates.ts'

// Without the letters' texts, which no first screen needs.

export interface LetterContent extends Translation {
  /** Missing: English. */
  writtenIn?: Language
  /** No address, only the button: other people may read this letter. */
  bare?: boolean
}

export interface TranslatedContent extends LetterContent {
  translations?: Partial<Record<string, LetterContent>> | undefined
}

/** A letter asks for an answer if it has an address label and a button. */
export const asksForVerification = ({ addressLabel, buttonText, bare }: LetterContent): boolean =>
  (addressLabel !== '' || bare === true) && buttonText !== ''

export const isBlank = (letter: object) => Object.values(letter).every((text) => text.trim() === '')
