import { type Language, languageName, TRANSLATIONS } from '@attest/contract/languages'
import { isBlank, type Template, type Translation } from '@attest/contract/templates'

type LetterName = keyof Translation
type Texts = Record<LetterName, string>
type Translated = (typeof TRANSLATIONS)[number]

export type TemplateValues = Texts & {
  id: string
  name: string
  /** A letter without any text counts as missing. */
  translations: Record<Translated, Texts>
}

export type FieldName = 'id' | 'name' | LetterName | `translations.${Translated}.${LetterName}`

const LABELS: Record<'id' | 'name' | LetterName, string> = {
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

const LETTER = Object.keys(LABELS).slice(2) as LetterName[]

export const fieldIn = (language: Language, name: LetterName): FieldName =>
  language === 'en' ? name : `translations.${language}.${name}`

const partsOf = (field: FieldName) => {
  const [name = '', language] = field.split('.').reverse()
  return { name: name as LetterName, language: (language ?? 'en') as Language }
}

export const languageOf = (field: FieldName) => partsOf(field).language

export const labelOf = (field: FieldName) => LABELS[partsOf(field).name]

export const LETTER_FIELDS: FieldName[] = [
  ...LETTER,
  ...TRANSLATIONS.flatMap((language) => LETTER.map((name) => fieldIn(language, name))),
]

const FIELDS: FieldName[] = ['id', 'name', ...LETTER_FIELDS]

const CONTENT = LETTER.filter((name) => name !== 'subject' && name !== 'textContent')
export const CONTENT_FIELDS: FieldName[] = CONTENT

const partOf = (whole: object, field: FieldName) =>
  field
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], whole)

export const textIn = (values: TemplateValues, field: FieldName) => partOf(values, field) as string

export const invalidFields = (errors: object) =>
  FIELDS.filter((field) => partOf(errors, field) !== undefined)

/** A letter with these parts asks for an answer (spec §4). */
const REQUEST = {
  en: { addressLabel: 'Current Address:', buttonText: 'Confirm My Address' },
  es: { addressLabel: 'Dirección actual:', buttonText: 'Confirmar mi dirección' },
}

/** Values of label and button in every language, by whether the template asks for an answer. */
export function requestFields(values: TemplateValues, asks: boolean): [FieldName, string][] {
  const letters = TRANSLATIONS.filter((language) => !isBlank(values.translations[language]))
  return (['en', ...letters] as const).flatMap((language) =>
    (['addressLabel', 'buttonText'] as const).map((name): [FieldName, string] => [
      fieldIn(language, name),
      asks ? REQUEST[language][name] : '',
    ]),
  )
}

/** Parts of the letter that do not follow an edit of its fields, so they may say something else by now. */
export function partsLeft(base: Template, dirty: object): string[] {
  const stored = valuesOf(base)
  const isChanged = (language: Language, names = LETTER) =>
    names.some((name) => partOf(dirty, fieldIn(language, name)) === true)
  const texts = (['en', ...TRANSLATIONS] as const).flatMap((language) => {
    const text = fieldIn(language, 'textContent')
    const isLeft = textIn(stored, text) !== '' && partOf(dirty, text) !== true
    const name = language === 'en' ? 'the plain text' : `the ${languageName(language)} plain text`
    return isLeft && isChanged(language, CONTENT) ? [name] : []
  })
  const letters = TRANSLATIONS.filter(
    (language) =>
      isChanged('en') && !isBlank(stored.translations[language]) && !isChanged(language),
  ).map((language) => `the ${languageName(language)} letter`)
  return [...texts, ...letters]
}

const NO_LETTER = Object.fromEntries(LETTER.map((name) => [name, ''])) as Texts

const withAll = (stored: Partial<Record<Translated, Texts>>) =>
  Object.fromEntries(
    TRANSLATIONS.map((language) => [language, { ...NO_LETTER, ...stored[language] }]),
  ) as TemplateValues['translations']

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
  ...REQUEST.en,
  footerMessage:
    'We never send original documents without asking first. Should you ever want your originals shipped to you, ' +
    'this is the address they would go to.',
  signature: 'With kind regards,',
  translations: withAll({}),
}

/** The editor's values of a stored template. A generated text stays empty, so it keeps following the fields. */
export function valuesOf(template: Template): TemplateValues {
  const { id, name, translations, textIsGenerated } = template
  const letter = Object.fromEntries(LETTER.map((name) => [name, template[name]])) as Texts
  const textContent = textIsGenerated ? '' : template.textContent
  return { id, name, ...letter, textContent, translations: withAll(translations) }
}

export function changedFields(before: Template, now: Template) {
  const [old, theirs] = [valuesOf(before), valuesOf(now)]
  return FIELDS.filter((field) => textIn(old, field) !== textIn(theirs, field)).map((field) => ({
    label:
      languageOf(field) === 'en'
        ? labelOf(field)
        : `${labelOf(field)}, ${languageName(languageOf(field))}`,
    text: textIn(theirs, field),
  }))
}
