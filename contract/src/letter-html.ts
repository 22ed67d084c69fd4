import { closing, escapeHtml, type Firm, otherLanguages, textsOf } from './letter-parts.ts'
import type { LetterContent } from './templates.ts'

const FONT = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Source Serif 4',Georgia,'Times New Roman',serif"

/** Mail programs read inline colors; dark mode needs classes, and `[data-ogsc]` in Outlook on the web. */
const DARK = [
  ['.page', 'background:#191816'],
  ['.sheet', 'background:#232220;border-color:#3b3833'],
  ['.ink', 'color:#ece8e0'],
  ['.soft', 'color:#b5afa3'],
  ['.name,.link', 'color:#a9c0e6'],
  ['.rule', 'border-color:#3b3833'],
] as const

const important = (rule: string) => rule.replace(/;|$/g, '!important$&')

const darkRules = (scope: string) =>
  DARK.map(([selectors, rule]) => {
    const scoped = selectors.split(',').map((selector) => scope + selector)
    return `${scoped.join(',')}{${important(rule)}}`
  }).join('')

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}
@media (max-width:520px){.cell{padding-left:22px!important;padding-right:22px!important}}`

interface Row {
  padding: string
  font: string
  color: string
  classes: string
  more?: string
}

const PROSE: Row = {
  padding: '0 36px 18px',
  font: `${FONT};font-size:17px;line-height:1.55`,
  color: '#1d1b18',
  classes: 'ink',
}

function row(html: string, { padding, font, color, classes, more = '' }: Row = PROSE): string {
  return `<tr><td class="cell ${classes}" style="padding:${padding};${font};color:${color};overflow-wrap:anywhere;word-break:break-word${more}">${html}</td></tr>\n`
}

const withBreaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>')

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter((p) => p.trim() !== '')

const LINK =
  '<a class="link" href="{{verificationUrl}}" style="color:#24406b;word-break:break-all">{{verificationUrl}}</a>'

const withLinks = (html: string) => html.replace(/\{\{\s*verificationUrl\s*\}\}/g, LINK)

const prose = (text: string) =>
  paragraphs(text)
    .map((paragraph) => row(withLinks(withBreaks(paragraph))))
    .join('')

function above(content: LetterContent, lines: readonly string[]): string {
  const { addressLabel, bare } = content
  if (bare) return ''
  const address = row(
    `<span class="soft" style="font-size:16px;color:#6b655b">${escapeHtml(addressLabel)}</span><br>` +
      `<span style="${SERIF};font-size:19px;line-height:1.5">${lines.map(escapeHtml).join('<br>')}</span>`,
    { ...PROSE, padding: '4px 36px 22px' },
  )
  return address + row(textsOf(content).request)
}

/** Outlook draws only a table cell as a button. Elsewhere the padding makes the whole button a link. */
function button(content: LetterContent): string {
  const { buttonText, bare } = content
  const texts = textsOf(content)
  const link = `display:inline-block;padding:15px 28px;color:#ffffff;text-decoration:none;${FONT};font-size:18px;font-weight:600`
  const cell = `<td bgcolor="#24406b" style="border-radius:6px;background:#24406b;mso-padding-alt:15px 28px"><a href="{{verificationUrl}}" style="${link}">${escapeHtml(buttonText)}</a></td>`
  const copy = `${bare ? '' : `${texts.expiry} `}${texts.copy}<br>${LINK}`
  return (
    row(
      `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cell}</tr></table>`,
    ) +
    row([copy, ...otherLanguages(content).map(languageLink)].join('<br>'), {
      ...SMALL,
      padding: '0 36px 24px',
    })
  )
}

const languageLink = ({ language, text, link }: ReturnType<typeof otherLanguages>[number]) =>
  `<a class="link" lang="${language}" href="${link}" style="color:#24406b">${text}</a>`

const SMALL: Row = {
  padding: '18px 36px 30px',
  font: `${FONT};font-size:16px;line-height:1.5`,
  color: '#57524a',
  classes: 'soft',
}

const logoOf = ({ embeddedLogo: logo }: Firm) =>
  logo
    ? `<img src="${escapeHtml(logo)}" alt="" height="44" style="display:block;height:44px;max-width:240px;margin-bottom:10px">`
    : ''

function withPhone(html: string, { phone }: Firm): string {
  if (!phone) return html
  const text = escapeHtml(phone)
  const link = `<a class="link" href="tel:${phone.replace(/[^\d+]/g, '')}" style="color:#24406b">${text}</a>`
  return html.replace(text, () => link)
}

/** The mail list's preview text: the start of the message. Invisible characters keep the greeting out of it. */
function preheader({ mainMessage }: LetterContent): string {
  const [first = ''] = paragraphs(mainMessage)
  const nothing = '&#847;&zwnj;&nbsp;'.repeat(30)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first)}${nothing}</div>`
}

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">`

/** Outlook ignores max-width: it gets a table of 600 px. */
const FOR_OUTLOOK = [
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  '<!--[if mso]></td></tr></table><![endif]-->',
] as const

/** The part of a letter that asks one client: the address on file and the button. */
export const requestHtml = (content: LetterContent, lines: readonly string[]): string =>
  above(content, lines) + button(content)

/** Leaves placeholders and `request` as they are. 600 px wide (spec §9); all mail programs can draw tables. */
export function letterHtml(content: LetterContent, firm: Firm, request: string): string {
  const name: Row = {
    padding: '30px 36px 22px',
    font: `${SERIF};font-size:20px;font-weight:600`,
    color: '#24406b',
    classes: 'name',
  }
  const end: Row = { ...SMALL, classes: 'soft rule', more: ';border-top:1px solid #e3ddd1' }
  return `<!doctype html>
<html lang="${content.writtenIn ?? 'en'}"><head>${HEAD}
<title>${escapeHtml(content.subject)}</title>
<style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#faf8f4">${preheader(content)}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf8f4" style="background:#faf8f4"><tr><td align="center" style="padding:24px 12px">
${FOR_OUTLOOK[0]}<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #e3ddd1;border-radius:10px;text-align:left">
${row(logoOf(firm) + escapeHtml(firm.name), name)}${prose(content.greeting)}${prose(content.mainMessage)}${request}${prose(content.footerMessage)}${prose(content.signature)}${row(withPhone(withBreaks(closing(content, firm)), firm), end)}</table>${FOR_OUTLOOK[1]}
</td></tr></table></body></html>`
}
