import { createContext, useContext } from 'react'
import type { Texts } from './en.ts'
import { type Language, TEXTS } from './languages.ts'

interface Choice {
  language: Language
  setLanguage: (language: Language) => void
}

export const LanguageChoice = createContext<Choice>({ language: 'en', setLanguage: () => {} })

export const useLanguage = (): Choice => useContext(LanguageChoice)

export const useTexts = (): Texts => TEXTS[useLanguage().language]
