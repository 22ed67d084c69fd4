import { letterHtml } from './letter-html.ts'
import {
  ADDRESS_LINES,
  addressLines,
  closing,
  escapeHtml,
  type Firm,
  otherLanguages,
  textsOf,
} from './letter-parts.ts'
import { LETTER_TEXTS } from './letter-texts/languages.ts'
import { isPlaceholder, PLACEHOLDERS, type Placeholder } from './placeholders.ts'
import { asksForVerification, type LetterContent } from './templates.ts'

export type LetterValues = Record<Placeholder, string> & {
  /** Its name; missing in the United States. No placeholder: only the address block shows it. */
  country?: string
  /** The value of an own column by its key. Missing: its placeholder stays. */
  own?: (key: string) => string
}

/** Sample data for previews and test emails (spec §9). */
export const SAMPLE_VALUES: LetterValues = {
  first_name: 'Eleanor',
  last_name: 'Whitfield',
  email: 'eleanor.whitfield@example.com',
  address: '48 Beacon Street, Apt 3',
  city: 'Boston',
  state: 'MA',
  zip_code: '02108',
  ...LETTER_TEXTS.en.samples,
  // As long as a real token, so that lines break alike.
  verificationUrl: 'https://example.com/verify/sample-sample-sample-sample-sample-sample-1',
  own: (key) => `[${key.replaceAll('_', ' ')}]`,
}

export const samplesFor = (content: LetterContent): LetterValues => ({
  ...SAMPLE_VALUES,
  ...textsOf(content).samples,
})

export interface Letter {
  subject: string
  html: string
  text: string
}

/** Values are escaped in HTML; line breaks of the template stay. */
export function renderLetter(content: LetterContent, values: LetterValues, firm: Firm): Letter {
  const lines = addressLines(values)
  return {
    subject: withFirm(fill(content.subject, values).replace(/\s+/g, ' ').trim(), firm),
    html: fill(letterHtml(content, firm, lines), escaped(values)),
    text: fill(writtenText(content) || letterText(content, firm, lines), values),
  }
}

/** A reader who does not know the sender looks at the subject. */
const withFirm = (subject: string, { name }: Firm) =>
  subject.toLowerCase().includes(name.toLowerCase()) ? subject : `${subject} · ${name}`

/** An empty value also removes the space before it: "Dear Cher,". */
function fill(text: string, values: LetterValues): string {
  return text.replace(/( ?)\{\{\s*([\w.]+)\s*\}\}/g, (whole, space: string, name: string) => {
    const key = name.startsWith('own.') ? name.slice('own.'.length) : ''
    const value = key ? values.own?.(key) : isPlaceholder(name) ? values[name] : undefined
    return value === undefined ? whole : value && space + value
  })
}

const escaped = ({ own, ...values }: LetterValues): LetterValues => ({
  ...(Object.fromEntries(PLACEHOLDERS.map((name) => [name, escapeHtml(values[name])])) as Record<
    Placeholder,
    string
  >),
  ...(own && { own: (key) => escapeHtml(own(key)) }),
})

/** Generated unless written by hand. */
export function letterText(content: LetterContent, firm: Firm, lines = ADDRESS_LINES): string {
  const parts = [content.greeting, content.mainMessage]
  if (asksForVerification(content)) {
    if (!content.bare)
      parts.push(`${content.addressLabel}\n${lines.join('\n')}`, textsOf(content).request)
    parts.push(linkText(content))
  }
  parts.push(content.footerMessage, content.signature, closing(content, firm))
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

/** A plain text must contain the link, too. */
function writtenText(content: LetterContent): string {
  const text = content.textContent
  if (text.trim() === '') return ''
  const hasLink = /\{\{\s*verificationUrl\s*\}\}/.test(text)
  return hasLink || !asksForVerification(content) ? text : `${text}\n\n${linkText(content)}`
}

const linkText = (content: LetterContent) =>
  [
    `${content.buttonText}:`,
    '{{verificationUrl}}',
    ...(content.bare ? [] : [textsOf(content).expiry]),
    ...otherLanguages(content).map(({ text, link }) => `\n${text}:\n${link}`),
  ].join('\n')
