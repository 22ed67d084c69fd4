let names: Intl.DisplayNames | undefined

/** Unicode's English name for a code. Any other text stays as it is, and all do in browsers before 2021. */
export function countryName(code: string): string {
  if (!Intl.DisplayNames || !/^[A-Z]{2}$/.test(code)) return code
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}
