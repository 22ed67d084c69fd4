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

const IN_BRACES = /\{\{([^{}\n]{0,40})(\}{0,2})/g

/** Unknown placeholders, as written. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)]
    .filter(([, name = '', end]) => !isPlaceholder(name.trim()) || end !== '}}')
    .map(([whole]) => whole.trim())

/** Only listed values: more may be passed. */
export const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name)
