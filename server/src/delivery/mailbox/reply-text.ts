import { decodeHTML } from 'entities'

const MOST_REPLY = 5000

export const textOf = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(script|style|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
      .replace(
        /<(?:blockquote|div[^>]{0,200}\b(?:gmail_quote|divRplyFwdMsg|moz-cite-prefix))\b[\s\S]*$/i,
        '\n',
      )
      .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, '\n')
      .replace(/<[^<>]*>/g, ''),
  )

/** A header line of the quoted mail. Two are no quote: a client may write "From: 12 Elm St" and "To: 5 Oak Ave". */
const HEAD_LINE =
  /[ \t]*\*?(?:from|sent|date|to|cc|subject|von|gesendet|datum|an|betreff|de|enviado(?: el)?|fecha|para|asunto|envoyé|à|objet|da|inviato|data|a|oggetto)[ \t\u00a0]?:[^\n]{0,300}(?:\n|$)/

const QUOTE = [
  /^[ \t]*-{2,}[ \t]*(?:original message|(?:original|ursprüngliche )-?nachricht|mensaje original|message d['’]origine|messaggio originale|forwarded message)[ \t]*-{2,}/im,
  new RegExp(`^(?:${HEAD_LINE.source}){3}`, 'im'),
  /^[ \t]*_{20,}[ \t]*$/m,
  /^[ \t]*(?:on|am|el|le|il|em)\b[^\n]{1,200}(?:\n[^\n]{0,200})?(?:\b(?:wrote|schrieb[^\n]{0,100}|escribió|scritto|escreveu)|[ \t\u00a0]a[ \t\u00a0]écrit)[ \t\u00a0]*:[ \t]*$/im,
  /^[ \t]*>/m,
]

/** Returns the text above the quote. If there is none, returns all lines that are not quoted. */
export function textAboveQuote(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\0/g, '')
    .slice(0, 20 * MOST_REPLY)
  const starts = QUOTE.map((mark) => lines.search(mark)).filter((start) => start >= 0)
  const above = lines.slice(0, Math.min(...starts, lines.length)).trim()
  const whole = above || unquoted(lines)
  return whole.replace(/\n{3,}/g, '\n\n').slice(0, MOST_REPLY)
}

const unquoted = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .trim()

/** A link's token, also inside the URL of a link checker, and any other text that looks like a token. */
const TOKENS = [
  /((?:verify|confirm-email|not-me)(?:\/|%(?:25)*2f|=2f))[\w-]+/gi,
  // Proofpoint writes / as _ and - as -2D.
  /((?:verify|confirm-2demail|not-2dme)_)[\w-]{43,}/gi,
  /()(?<![\w-])[\w-]{43}(?![\w-])/g,
]

/** Nobody may answer for a client by a link that a reply quotes. */
export const withoutTokens = (text: string): string =>
  TOKENS.reduce((left, token) => left.replace(token, '$1…'), text)

/** Long links to any host: a link checker's link may lead to ours without showing it. */
const OTHER_LINKS = /(https?:\/\/[^\s/?#<>"]{1,255}[/?#])(?=[^\s<>"]{0,300}?[\w-]{16})[^\s<>"]+/gi

/** Also removes long links to any host. */
export const withoutAnyLink = (text: string) => withoutTokens(text).replace(OTHER_LINKS, '$1…')

const SOFT_BREAK = /=\r?\n/g
const ENCODED = /(?:^[a-z\d+/]{20,}={0,2}\r?(?:\n|$))+/gim

/** Makes a whole mail safe to read. Lines in Base64 are removed, as they could hide a token. */
export const withoutLinks = (raw: string): string =>
  withoutAnyLink(raw.replace(SOFT_BREAK, '').replace(/=3D/gi, '=')).replace(ENCODED, '…\r\n')
