import { en } from './en.ts'
import { es } from './es.ts'

export const TEXTS = { en, es }

export type Language = keyof typeof TEXTS

export const LANGUAGES = Object.keys(TEXTS) as Language[]

/**
 * The language that the page's address asks for, otherwise the one that the browser likes best, otherwise English.
 * @param accepted as in the header Accept-Language
 */
export function chooseLanguage(asked: string, accepted = ''): Language {
  for (const wish of [asked, ...byQuality(accepted)]) {
    const [primary] = wish.toLowerCase().split('-')
    const language = LANGUAGES.find((one) => one === primary)
    if (language) return language
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
