import { letterHtml, requestHtml } from './letter-html.ts'
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
  /** The country's name; missing in the United States. Only the address block shows it, so it has no placeholder. */
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

/** Marks the place of the requests while the rest is filled. No value holds this character. */
const REQUESTS = '\0'

/**
 * Values are escaped in HTML; line breaks of the template stay. With `others`, of one household, the letter greets all
 * and asks each by their own address and button.
 */
export function renderLetter(
  content: LetterContent,
  values: LetterValues,
  firm: Firm,
  others: LetterValues[] = [],
): Letter {
  const people = [values, ...others]
  const all = others.length === 0 ? values : ofAll(people, textsOf(content).locale)
  const asking =
    others.length === 0 ? content : { ...content, buttonText: content.buttonText + NAMED }
  const place = asksForVerification(content) ? REQUESTS : ''
  const written = content.textContent.trim() === '' ? '' : content.textContent
  const askedInText = written ? linkText : requestText
  const fillEach = (ask: typeof requestText, valuesOf = (person: LetterValues) => person) =>
    people.map((person) => fill(ask(asking, addressLines(person)), valuesOf(person)))
  return {
    subject: withFirm(fill(content.subject, all).replace(/\s+/g, ' ').trim(), firm),
    html: fill(letterHtml(content, firm, place), escaped(all)).replace(REQUESTS, () =>
      fillEach(requestHtml, escaped).join(''),
    ),
    text: fill(
      written ? withRequest(written, place) : letterText(content, firm, place),
      all,
    ).replace(REQUESTS, () => fillEach(askedInText).join('\n\n')),
  }
}

const NAMED = ' ({{first_name}} {{last_name}})'

/** The names of a household: 'Mary and John' with 'Smith', or 'Mary Smith and John' with 'Doe'. */
function ofAll(people: LetterValues[], locale: string): LetterValues {
  const last = people.at(-1)!
  const join = (names: string[]) => new Intl.ListFormat(locale).format(names)
  const isSame = people.every(({ last_name }) => last_name === last.last_name)
  const whole = people.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim())
  const first_name = isSame
    ? join(people.map((person) => person.first_name))
    : join([...whole.slice(0, -1), last.first_name])
  return { ...last, first_name }
}

/** Adds the firm's name: a reader who does not know the sender looks at the subject. */
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

/** The texts before and after the code of a letter on paper. A handwritten text stands before it as a whole. */
export function paperTexts(content: LetterContent, values: LetterValues) {
  const { textContent, greeting, mainMessage, footerMessage, signature } = content
  const written = textContent.trim()
  const join = (...parts: string[]) =>
    fill(parts.filter((part) => part.trim() !== '').join('\n\n'), values).trim()
  return written
    ? { before: join(written), after: '' }
    : { before: join(greeting, mainMessage), after: join(footerMessage, signature) }
}

/** The plain text: handwritten if the template has one, otherwise generated. */
export function letterText(content: LetterContent, firm: Firm, request = requestIn(content)) {
  const { greeting, mainMessage, footerMessage, signature } = content
  return [greeting, mainMessage, request, footerMessage, signature, closing(content, firm)]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

/** Adds the request to a handwritten text that lacks the link. */
const withRequest = (text: string, request: string) =>
  /\{\{\s*verificationUrl\s*\}\}/.test(text) || !request ? text : `${text}\n\n${request}`

const requestIn = (content: LetterContent) =>
  asksForVerification(content) ? requestText(content, ADDRESS_LINES) : ''

const requestText = (content: LetterContent, lines: readonly string[]) =>
  [
    ...(content.bare
      ? []
      : [`${content.addressLabel}\n${lines.join('\n')}`, textsOf(content).request]),
    linkText(content),
  ].join('\n\n')

const linkText = (content: LetterContent) =>
  [
    `${content.buttonText}:`,
    '{{verificationUrl}}',
    ...(content.bare ? [] : [textsOf(content).expiry]),
    ...otherLanguages(content).map(({ text, link }) => `\n${text}:\n${link}`),
  ].join('\n')
