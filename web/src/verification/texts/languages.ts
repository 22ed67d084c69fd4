import { isLanguage, type Language } from '@attest/contract/languages'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'

export const TEXTS: Record<Language, Texts> = { en, es }

/**
 * The first known one of these, otherwise the one that the browser likes best, otherwise English.
 * @param accepted as in the header Accept-Language
 */
export function chooseLanguage(wishes: string[], accepted = ''): Language {
  for (const wish of [...wishes, ...byQuality(accepted)]) {
    const [primary = ''] = wish.toLowerCase().split('-')
    if (isLanguage(primary)) return primary
  }
  return 'en'
}

function byQuality(accepted: string): string[] {
  const wishes = accepted.split(',').map((wish) => {
    const [tag = '', quality = 'q=1'] = wish.trim().split(/\s*;\s*/)
    return { tag, quality: Number(quality.slice('q='.length)) }
  })
  return wishes
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
