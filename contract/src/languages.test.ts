import { expect, test } from 'vitest'
import { languageCode } from './languages.ts'
import { LETTER_TEXTS } from './letter-texts/languages.ts'

test.each([
  ['en', 'en'],
  [' ENGLISH ', 'en'],
  ['Inglés', 'en'],
  ['Spanish', 'es'],
  ['Español', 'es'],
  ['es-MX', 'es'],
  ['Castellano', 'es'],
  ['', undefined],
  ['French', undefined],
  ['constructor', undefined],
])('reads “%s” as the language %s', (text, code) => expect(languageCode(text)).toBe(code))

test('repeats no English text in a Spanish email', () => {
  const texts = (of: object): string[] =>
    Object.values(of).flatMap((text) => (typeof text === 'object' ? texts(text) : `${text}`))
  const english = texts(LETTER_TEXTS.en)
  expect(texts(LETTER_TEXTS.es).filter((text) => english.includes(text))).toEqual([])
})
