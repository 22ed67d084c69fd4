import type { Template, TemplateContent } from '@attest/contract/templates'

export type TemplateValues = Record<'id' | keyof TemplateContent, string>

export const FIELD_LABELS: Record<keyof TemplateValues, string> = {
  id: 'Template ID',
  name: 'Template Name',
  subject: 'Subject',
  greeting: 'Greeting',
  mainMessage: 'Main Message',
  addressLabel: 'Address Label',
  buttonText: 'Button Text',
  footerMessage: 'Footer Message',
  signature: 'Signature',
  textContent: 'Plain Text',
}
export const FIELDS = Object.keys(FIELD_LABELS) as (keyof TemplateValues)[]

export const CONTENT_FIELDS: (keyof TemplateValues)[] = [
  'greeting',
  'mainMessage',
  'addressLabel',
  'buttonText',
  'footerMessage',
  'signature',
]

/** The letter's parts: all but the template's name and id. */
export const LETTER_FIELDS: (keyof TemplateValues)[] = ['subject', ...CONTENT_FIELDS, 'textContent']

/** A letter with these parts asks for an answer (spec §4). */
export const REQUEST = { addressLabel: 'Current Address:', buttonText: 'Confirm My Address' }

/** A new template's first values (spec §9). */
export const NEW_TEMPLATE: TemplateValues = {
  id: '',
  name: '',
  subject: 'Please confirm your address',
  textContent: '',
  greeting:
    'Dear {{first_name}} {{last_name}},\n\nThank you for trusting us with your estate planning.',
  mainMessage:
    'We keep your estate planning documents safely stored for you, and we need to be able to reach you ' +
    'when they matter. Please take a minute to look at the address we have for you and tell us whether it is still right.',
  ...REQUEST,
  footerMessage:
    'We never send original documents without asking first. Should you ever want your originals shipped to you, ' +
    'this is the address they would go to.',
  signature: 'With kind regards,',
}

/** A stored template as the editor holds it: a generated text part stays empty, and so goes on following the fields. */
export function valuesOf(template: Template): TemplateValues {
  const values = Object.fromEntries(FIELDS.map((name) => [name, template[name]])) as TemplateValues
  return { ...values, textContent: template.textIsGenerated ? '' : template.textContent }
}

/** What differs in `now`, as the editor shows it. */
export function changedFields(before: Template, now: Template) {
  const [old, theirs] = [valuesOf(before), valuesOf(now)]
  return FIELDS.filter((name) => old[name] !== theirs[name]).map((name) => ({
    label: FIELD_LABELS[name],
    text: theirs[name],
  }))
}
