export interface Firm {
  name: string
  phone: string | null
}

export interface LetterContent {
  subject: string
  /** Empty: generated from the other parts. */
  textContent: string
  greeting: string
  mainMessage: string
  addressLabel: string
  buttonText: string
  footerMessage: string
  signature: string
}

/** A letter asks for an answer if it has an address label and a button. */
export const asksForVerification = ({ addressLabel, buttonText }: LetterContent): boolean =>
  addressLabel !== '' && buttonText !== ''

export const ADDRESS_LINES = [
  '{{first_name}} {{last_name}}',
  '{{address}}',
  '{{city}}, {{state}} {{zip_code}}',
]

export const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

/** Safe in elements and in attributes with double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}
