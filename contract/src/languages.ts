// No zod: the client's page loads this.

/** The languages of the client's page and emails, as the office names them. English, the default, is first. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Spanish' } as const

export type Language = keyof typeof LANGUAGE_NAMES

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** Languages that a template may have beside English. */
export const TRANSLATIONS = LANGUAGES.slice(1) as Exclude<Language, 'en'>[]

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGE_NAMES, text)

/** The office's name for a code; '' for none. */
export const languageName = (code: string) => (isLanguage(code) ? LANGUAGE_NAMES[code] : code)

/** Other names and codes, in the form that `keyOf` returns. */
const ALIASES = { en: 'ingles eng', es: 'espanol castellano esp spa span' }

const keyOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** Code for a code or name in any case; undefined if unknown. "es-MX" is Spanish. */
export function languageCode(text: string): Language | undefined {
  const [primary = ''] = text.trim().toLowerCase().split(/[-_]/)
  const key = keyOf(text.replace(/\(.*/, ''))
  return LANGUAGES.find(
    (language) =>
      language === primary ||
      keyOf(LANGUAGE_NAMES[language]) === key ||
      ALIASES[language].split(' ').includes(key),
  )
}

export const NAMES_IN_WORDS = Object.values(LANGUAGE_NAMES).join(' or ')
