import type { TemplateContent } from './templates.ts'

/** What a template may refer to as {{name}} (spec §3). */
export const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'email',
  'address',
  'city',
  'state',
  'zip_code',
  'verificationUrl',
] as const
export type LetterValues = Record<(typeof PLACEHOLDERS)[number], string>

export interface Firm {
  name: string
  phone: string | null
}

export interface Letter {
  subject: string
  html: string
  text: string
}

type Content = Omit<TemplateContent, 'name'>

/** The mail a client gets. Values are escaped in HTML; line breaks of the template are kept. */
export function renderLetter(content: Content, values: LetterValues, firm: Firm): Letter {
  return {
    subject: fill(content.subject, values).replace(/\s+/g, ' ').trim(),
    html: fill(letterHtml(content, firm), escaped(values)),
    text: fill(content.textContent || letterText(content, firm), values),
  }
}

/** A template asks for an answer when it has both a label for the address and a button. */
export const asksForVerification = ({ addressLabel, buttonText }: Content): boolean =>
  addressLabel !== '' && buttonText !== ''

/** Asked of the list: the values may come with more than a letter may tell. */
const isPlaceholder = (name: string): name is keyof LetterValues =>
  (PLACEHOLDERS as readonly string[]).includes(name)

function fill(text: string, values: LetterValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    isPlaceholder(name) ? values[name] : whole,
  )
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (char) => entities[char]!)
}

const escaped = (values: LetterValues): LetterValues =>
  Object.fromEntries(PLACEHOLDERS.map((name) => [name, escapeHtml(values[name])])) as LetterValues

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter((p) => p.trim() !== '')

/** The template's own text, generated when none was written by hand. */
export function letterText(content: Content, firm: Firm): string {
  const parts = [content.greeting, content.mainMessage]
  if (asksForVerification(content)) {
    parts.push(`${content.addressLabel}\n${ADDRESS_LINES.join('\n')}`)
    parts.push(`${content.buttonText}:\n{{verificationUrl}}`)
  }
  parts.push(content.footerMessage, content.signature, signOff(firm))
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

const ADDRESS_LINES = [
  '{{first_name}} {{last_name}}',
  '{{address}}',
  '{{city}}, {{state}} {{zip_code}}',
]

const signOff = ({ name, phone }: Firm) => (phone ? `${name}\n${phone}` : name)

const FONT = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Source Serif 4',Georgia,'Times New Roman',serif"
const ROW = `padding:0 36px 18px;${FONT};font-size:17px;line-height:1.55;color:#1d1b18`

const row = (html: string, style = ROW) => `<tr><td style="${style}">${html}</td></tr>`

const prose = (text: string) =>
  paragraphs(text)
    .map((paragraph) => row(escapeHtml(paragraph).replace(/\n/g, '<br>')))
    .join('')

function addressBlock({ addressLabel }: Content): string {
  const lines = ADDRESS_LINES.join('<br>')
  return row(
    `<div style="font-size:14px;color:#756f64">${escapeHtml(addressLabel)}</div>` +
      `<div style="${SERIF};font-size:19px;line-height:1.5">${lines}</div>`,
    `padding:4px 36px 22px;${FONT}`,
  )
}

/** A table cell with a background: the only button that Outlook draws. */
function button({ buttonText }: Content): string {
  const link =
    'display:inline-block;padding:15px 28px;color:#ffffff;text-decoration:none;' +
    `${FONT};font-size:18px;font-weight:600`
  const cell = `<td bgcolor="#24406b" style="border-radius:6px"><a href="{{verificationUrl}}" style="${link}">${escapeHtml(buttonText)}</a></td>`
  const copy =
    'Or copy this address into your browser:<br>' +
    '<a href="{{verificationUrl}}" style="color:#24406b;word-break:break-all">{{verificationUrl}}</a>'
  return (
    row(
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cell}</tr></table>`,
    ) + row(copy, `padding:0 36px 24px;${FONT};font-size:14px;line-height:1.5;color:#57524a`)
  )
}

/** 600 px wide, tables throughout: the layout that mail programs agree on. */
function letterHtml(content: Content, firm: Firm): string {
  const request = asksForVerification(content) ? addressBlock(content) + button(content) : ''
  const name = `padding:30px 36px 22px;${SERIF};font-size:20px;font-weight:600;color:#24406b`
  const end = `padding:18px 36px 30px;${FONT};font-size:14px;line-height:1.5;color:#57524a;border-top:1px solid #e3ddd1`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:#faf8f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#faf8f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;max-width:100%;background:#ffffff;border:1px solid #e3ddd1;border-radius:10px">
${row(escapeHtml(firm.name), name)}${prose(content.greeting)}${prose(content.mainMessage)}${request}${prose(content.footerMessage)}${prose(content.signature)}
${row(escapeHtml(signOff(firm)).replace(/\n/g, '<br>'), end)}
</table></td></tr></table></body></html>`
}
