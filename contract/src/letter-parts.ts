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
  /** A button without the client's address, which others may read here. */
  bare?: boolean
}

/** A letter asks for an answer if it has an address label and a button. */
export const asksForVerification = ({ addressLabel, buttonText, bare }: LetterContent): boolean =>
  (addressLabel !== '' || bare === true) && buttonText !== ''

export const ADDRESS_LINES = [
  '{{first_name}} {{last_name}}',
  '{{address}}',
  '{{city}}, {{state}} {{zip_code}}',
]

const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

/** For readers who have been warned of fraud. A number in the letter itself would prove nothing. */
const ASSURANCE =
  'We never ask for a password or a payment. Not sure that this email is ours? Call the number that you already have for us.'

/** Below the letter; a letter that asks for nothing needs no assurance. */
export const closing = (content: LetterContent, firm: Firm) =>
  asksForVerification(content) ? `${signOff(firm)}\n\n${ASSURANCE}` : signOff(firm)

/** Safe in elements and in attributes with double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}
