import type { Template } from '@attest/contract/templates'
import { expect, test } from 'vitest'
import { partsLeft } from './template-values.ts'

const TEMPLATE = { subject: 'Confirm', greeting: 'Dear', textIsGenerated: true, translations: {} }
const BY_HAND = { textIsGenerated: false, textContent: 'Dear' }
const SPANISH = { translations: { es: { subject: 'Confirme', greeting: 'Estimada' } } }
const SPANISH_BY_HAND = { translations: { es: { greeting: 'Estimada', textContent: 'Estimada' } } }

test.each([
  ['nothing of a letter in one language', {}, { greeting: true }, []],
  ['a plain text by hand', BY_HAND, { greeting: true }, ['the plain text']],
  ['nothing of a plain text that is typed too', BY_HAND, { greeting: true, textContent: true }, []],
  ['the Spanish letter', SPANISH, { subject: true }, ['the Spanish letter']],
  [
    'nothing of a Spanish letter that is typed too',
    SPANISH,
    { subject: true, translations: { es: { subject: true } } },
    [],
  ],
  [
    'a Spanish plain text by hand',
    SPANISH_BY_HAND,
    { translations: { es: { greeting: true } } },
    ['the Spanish plain text'],
  ],
  ['nothing after a change of the name', { ...BY_HAND, ...SPANISH }, { name: true }, []],
])('names %s as left behind', (_, stored, dirty, left) => {
  const template = { ...TEMPLATE, ...stored } as unknown as Template
  expect(partsLeft(template, dirty)).toEqual(left)
})
