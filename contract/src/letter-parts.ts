import { isLanguage, LANGUAGES, type Language } from './languages.ts'
import { LETTER_TEXTS } from './letter-texts/languages.ts'
import {
  asksForVerification,
  isBlank,
  type LetterContent,
  type TranslatedContent,
} from './templates.ts'

export interface Firm {
  name: string
  phone: string | null
  /** The address of an image in the email itself; previews have none. */
  embeddedLogo?: string
}

/** The letter in this language if the template has it, otherwise wholly in English. */
export function letterIn(template: TranslatedContent, language: string): LetterContent {
  const translated = isLanguage(language) ? template.translations?.[language] : undefined
  return translated && !isBlank(translated)
    ? { ...translated, writtenIn: language as Language }
    : template
}

export const textsOf = ({ writtenIn = 'en' }: LetterContent) => LETTER_TEXTS[writtenIn]

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

export const otherLanguages = ({ writtenIn = 'en' }: LetterContent) =>
  LANGUAGES.filter((language) => language !== writtenIn).map((language) => ({
    language,
    text: LETTER_TEXTS[language].readHere,
    link: `{{verificationUrl}}?lang=${language}`,
  }))

const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

/** The text below a letter. A letter that asks for nothing needs no assurance. */
export function closing(content: LetterContent, firm: Firm): string {
  if (!asksForVerification(content)) return signOff(firm)
  // A notice may reach somebody who is no client, so it gives no reason.
  const { reason, assurance } = textsOf(content)
  const end = content.bare ? assurance : `${reason(firm.name)} ${assurance}`
  return `${signOff(firm)}\n\n${end}`
}

/** Safe in elements and in attributes with double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}
