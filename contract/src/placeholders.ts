/** Placeholders, as {{name}} (spec §3); due_date is the last day of the round, link_expires that of the link. */
export const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'email',
  'address',
  'city',
  'state',
  'zip_code',
  'due_date',
  'link_expires',
  'verificationUrl',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Placeholders of the firm's own columns. Only the server knows which keys exist. */
const OWN = /^own\.[a-z0-9_]{1,50}$/

/** The keys of own columns in a text. */
export const ownKeysIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*own\.([a-z0-9_]+)\s*\}\}/g)].map(([, key]) => key!)

const IN_BRACES = /\{\{([^{}\n]{0,60})(\}{0,2})/g

export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)]
    .filter(([, name = '', end]) => !isKnown(name.trim()) || end !== '}}')
    .map(([whole]) => whole.trim())

const isKnown = (name: string) => isPlaceholder(name) || OWN.test(name)

/** Placeholders of other programs: {first_name}, [First Name], <<First Name>>, «First Name», %FNAME%, *|FNAME|* */
const FOREIGN =
  /\{{1,2}[^{}\n]{1,40}\}{1,2}|\[[^[\]\n]{1,40}\]|<<[^<>\n]{1,40}>>|«[^«»\n]{1,40}»|%%?[\p{L}_][\p{L}\w -]{0,38}%%?|\*\|[^|\n]{1,40}\|\*/gu

const ALIASES: ReadonlyArray<readonly [RegExp, Placeholder]> = [
  [/^(?:f|first|given|client)?(?:name)$|^first/, 'first_name'],
  [/^(?:l|last|sur|family)name$|^last/, 'last_name'],
  [/mail/, 'email'],
  [/link|url/, 'verificationUrl'],
  [/zip|postal/, 'zip_code'],
  [/expir/, 'link_expires'],
  [/due|deadline/, 'due_date'],
  [/city|town/, 'city'],
  [/^state|province/, 'state'],
  [/addr|street/, 'address'],
]

/** Finds placeholders of other programs, each with ours. Sent so, a client would read them unfilled. */
export const foreignPlaceholders = (text: string) =>
  [...text.matchAll(FOREIGN)].flatMap(([written]) => {
    const name = written.toLowerCase().replace(/[^\p{L}]/gu, '')
    const ours = ALIASES.find(([pattern]) => pattern.test(name))?.[1]
    return ours && !/^\{\{|\}\}$/.test(written) ? [{ written, ours: `{{${ours}}}` }] : []
  })

export const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name)
