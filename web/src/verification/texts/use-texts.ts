import type { Language } from '@attest/contract/languages'
import { createContext, useContext } from 'react'
import type { Texts } from './en.ts'
import { TEXTS } from './languages.ts'

export interface StartLanguage {
  language: Language
  /** The page's address asks for it: the client has chosen it. */
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

/** Ends an address of the page, so that it keeps the language that the client chose. */
export function useLanguageQuery(more = ''): string {
  const { language, isChosen } = useLanguage()
  const query = [isChosen ? `lang=${language}` : '', more].filter((part) => part !== '').join('&')
  return query && `?${query}`
}

export const useTexts = (): Texts => TEXTS[useLanguage().language]
