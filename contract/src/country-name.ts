const names = new Map<string, Intl.DisplayNames>()

/** Unicode's name for a code. Any other text stays as it is, and all do in browsers before 2021. */
export function countryName(code: string, language = 'en'): string {
  if (!Intl.DisplayNames || !/^[A-Z]{2}$/.test(code)) return code
  let inLanguage = names.get(language)
  if (!inLanguage) {
    inLanguage = new Intl.DisplayNames(language, { type: 'region' })
    names.set(language, inLanguage)
  }
  return inLanguage.of(code) ?? code
}
