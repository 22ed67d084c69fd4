import { isLanguage, type Language } from '@attest/contract/languages'
import { createContext, useContext } from 'react'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'

export const TEXTS: Record<Language, Texts> = { en, es }

/** Returns the first known language of `wishes`, then of `accepted` (the header Accept-Language), then English. */
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

export interface StartLanguage {
  language: Language
  /** Whether the client chose the language, so that the address names it. */
  isChosen: boolean
}

interface Choice extends StartLanguage {
  setLanguage: (language: Language) => void
}

export const LanguageChoice = createContext<Choice>({
  language: 'en',
  isChosen: false,
  setLanguage: () => {},
})

export const useLanguage = (): Choice => useContext(LanguageChoice)

/** The query for an address of the page, which keeps the chosen language. */
export function useLanguageQuery(more = ''): string {
  const { language, isChosen } = useLanguage()
  const query = [isChosen ? `lang=${language}` : '', more].filter((part) => part !== '').join('&')
  return query && `?${query}`
}

export const useTexts = (): Texts => TEXTS[useLanguage().language]
