export interface Firm {
  name: string
  phone: string | null
  /** The address of an image in the email itself; previews have none. */
  embeddedLogo?: string
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

/** The address block's lines: abroad the last one is the country. */
export function addressLines(client: { state: string; zip_code: string; country?: string }) {
  const { state, zip_code, country = '' } = client
  const lines = state || zip_code ? ADDRESS_LINES : [...ADDRESS_LINES.slice(0, 2), '{{city}}']
  return country === '' ? lines : [...lines, country]
}

/** Above the button. */
export const REQUEST =
  'Please check your postal address, phone number and email. It takes a minute.'

/** Below the button. */
export const EXPIRY = 'The link works until {{link_expires}}.'

const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

/** For readers who have been warned of fraud. A number in the letter itself would prove nothing. */
const ASSURANCE =
  'We never ask for a password or a payment. Not sure that this email is ours? Call the number that you already have for us.'

/** Below the letter; one that asks for nothing needs no assurance. */
export function closing(content: LetterContent, firm: Firm): string {
  if (!asksForVerification(content)) return signOff(firm)
  // A notice may reach somebody else.
  const reason = content.bare ? '' : `You get this email because you are a client of ${firm.name}. `
  return `${signOff(firm)}\n\n${reason}${ASSURANCE}`
}

/** Safe in elements and in attributes with double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}
