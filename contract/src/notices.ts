import { FIELD_LABELS } from './clients.ts'
import type { Firm, LetterContent } from './letter-parts.ts'

/** Changes that are announced; a name alone is not. */
const NAMES = ['first_name', 'last_name']

/** The names of an answer's changed fields that its receipt announces, in the order of the labels. */
export const announcedFields = (changed: readonly string[]): string[] =>
  Object.keys(FIELD_LABELS).filter((field) => changed.includes(field) && !NAMES.includes(field))

const HELLO = 'Hello,'
const LETTER = {
  textContent: '',
  // By no name: the address may be a stranger's, and the name may be what was changed.
  greeting: HELLO,
  addressLabel: '',
  footerMessage: '',
  signature: '',
  bare: true,
}

/** Names the changed fields, never a value. `at`: when, in words. */
export function receiptLetter(changed: readonly string[], at: string, firm: Firm): LetterContent {
  const labels = announcedFields(changed).map(
    (field) => FIELD_LABELS[field as keyof typeof FIELD_LABELS],
  )
  return {
    ...LETTER,
    subject: `Your details at ${firm.name} were changed`,
    mainMessage: [
      `On ${at}, somebody changed your details with our link: ${listed(labels)}.`,
      'Was it you? Then there is nothing to do.',
      `Was it not you? Then press the button below, or ${callUs(firm)}.`,
    ].join('\n\n'),
    buttonText: 'This Was Not Me',
  }
}

export const confirmationLetter = (firm: Firm): LetterContent => ({
  ...LETTER,
  subject: `Please confirm your new email for ${firm.name}`,
  mainMessage: [
    `A client of ${firm.name} has given us this email address. Is this you? Then please confirm it with the button below.`,
    'Until then, our emails go to the former address.',
    `Is this not you? Then do nothing, or ${callUs(firm)}.`,
  ].join('\n\n'),
  buttonText: 'Confirm My Email',
})

const callUs = ({ name, phone }: Firm) => `call ${name}${phone ? ` at ${phone}` : ''}`

/** 'Email', 'Address and City', 'Address, City and Zip Code' */
const listed = (labels: string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
