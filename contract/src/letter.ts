import { letterHtml } from './letter-html.ts'
import {
  ADDRESS_LINES,
  asksForVerification,
  closing,
  escapeHtml,
  type Firm,
  type LetterContent,
} from './letter-parts.ts'

/** Placeholders, as {{name}} (spec §3); due_date is the last day of the round. */
export const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'email',
  'address',
  'city',
  'state',
  'zip_code',
  'due_date',
  'verificationUrl',
] as const
export type LetterValues = Record<(typeof PLACEHOLDERS)[number], string>

/** Sample data for previews and test emails (spec §9). */
export const SAMPLE_VALUES: LetterValues = {
  first_name: 'Eleanor',
  last_name: 'Whitfield',
  email: 'eleanor.whitfield@example.com',
  address: '48 Beacon Street, Apt 3',
  city: 'Boston',
  state: 'MA',
  zip_code: '02108',
  due_date: 'March 31, 2027',
  // As long as a real token, so that lines break alike.
  verificationUrl: 'https://example.com/verify/sample-sample-sample-sample-sample-sample-1',
}

export interface Letter {
  subject: string
  html: string
  text: string
}

/** Values are escaped in HTML; line breaks of the template stay. */
export function renderLetter(content: LetterContent, values: LetterValues, firm: Firm): Letter {
  return {
    subject: fill(content.subject, values).replace(/\s+/g, ' ').trim(),
    html: fill(letterHtml(content, firm), escaped(values)),
    text: fill(writtenText(content) || letterText(content, firm), values),
  }
}

const IN_BRACES = /\{\{([^{}\n]{0,40})(\}{0,2})/g

/** Unknown placeholders, as written. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)]
    .filter(([, name = '', end]) => !isPlaceholder(name.trim()) || end !== '}}')
    .map(([whole]) => whole.trim())

/** Only listed values: more may be passed. */
const isPlaceholder = (name: string): name is keyof LetterValues =>
  (PLACEHOLDERS as readonly string[]).includes(name)

function fill(text: string, values: LetterValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    isPlaceholder(name) ? values[name] : whole,
  )
}

const escaped = (values: LetterValues): LetterValues =>
  Object.fromEntries(PLACEHOLDERS.map((name) => [name, escapeHtml(values[name])])) as LetterValues

/** Generated unless written by hand. */
export function letterText(content: LetterContent, firm: Firm): string {
  const parts = [content.greeting, content.mainMessage]
  if (asksForVerification(content)) {
    if (!content.bare) parts.push(`${content.addressLabel}\n${ADDRESS_LINES.join('\n')}`)
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

const linkText = ({ buttonText }: LetterContent) => `${buttonText}:\n{{verificationUrl}}`
