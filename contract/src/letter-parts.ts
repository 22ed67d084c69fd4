export interface Firm {
  name: string
  phone: string | null
}

/** What a letter is made from. */
export interface LetterContent {
  subject: string
  /** Empty: made from the other parts. */
  textContent: string
  greeting: string
  mainMessage: string
  addressLabel: string
  buttonText: string
  footerMessage: string
  signature: string
}

/** A template asks for an answer when it has both a label for the address and a button. */
export const asksForVerification = ({ addressLabel, buttonText }: LetterContent): boolean =>
  addressLabel !== '' && buttonText !== ''

export const ADDRESS_LINES = [
  '{{first_name}} {{last_name}}',
  '{{address}}',
  '{{city}}, {{state}} {{zip_code}}',
]

export const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

/** For the inside of elements and of attributes in double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}
