import type { Language } from './languages.ts'
import type { LetterContent } from './letter-content.ts'
import type { Firm } from './letter-parts.ts'
import { ANNOUNCED, type Announced, LETTER_TEXTS } from './letter-texts/languages.ts'

/** The names of an answer's changed fields that its receipt announces, in the order of their list. */
export const announcedFields = (changed: readonly string[]): Announced[] =>
  ANNOUNCED.filter((field) => changed.includes(field))

const LETTER = { textContent: '', addressLabel: '', footerMessage: '', signature: '', bare: true }

/** Names the changed fields, never a value. `at`: when, in words. */
export function receiptLetter(
  changed: readonly string[],
  at: string,
  { name, phone }: Firm,
  writtenIn: Language,
): LetterContent {
  const { hello, receipt } = LETTER_TEXTS[writtenIn]
  return {
    ...LETTER,
    writtenIn,
    greeting: hello,
    subject: receipt.subject(name),
    mainMessage: receipt.message(announcedFields(changed), at, name, phone).join('\n\n'),
    buttonText: receipt.button,
  }
}

export function confirmationLetter({ name, phone }: Firm, writtenIn: Language): LetterContent {
  const { hello, confirmation } = LETTER_TEXTS[writtenIn]
  return {
    ...LETTER,
    writtenIn,
    greeting: hello,
    subject: confirmation.subject(name),
    mainMessage: confirmation.message(name, phone).join('\n\n'),
    buttonText: confirmation.button,
  }
}
