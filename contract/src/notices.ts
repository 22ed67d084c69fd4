import type { Language } from './languages.ts'
import type { Firm } from './letter-parts.ts'
import { LETTER_TEXTS } from './letter-texts/languages.ts'
import type { LetterContent } from './templates.ts'

type Announced = keyof typeof LETTER_TEXTS.en.labels

const ANNOUNCED = Object.keys(LETTER_TEXTS.en.labels) as Announced[]

/** The changed fields that a receipt announces, in its order. */
export const announcedFields = (changed: readonly string[]): Announced[] =>
  ANNOUNCED.filter((field) => changed.includes(field))

const LETTER = { textContent: '', addressLabel: '', footerMessage: '', signature: '', bare: true }

/** Names the changed fields, never a value. `at`: the time in words. */
export function receiptLetter(
  changed: readonly string[],
  at: string,
  { name, phone }: Firm,
  writtenIn: Language,
): LetterContent {
  const { locale, labels, hello, receipt } = LETTER_TEXTS[writtenIn]
  const fields = announcedFields(changed).map((field) => labels[field])
  const listed = new Intl.ListFormat(locale).format(fields)
  return {
    ...LETTER,
    writtenIn,
    greeting: hello,
    subject: receipt.subject(name),
    mainMessage: receipt.message(listed, at, name, phone).join('\n\n'),
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
