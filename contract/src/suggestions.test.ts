import { expect, test } from 'vitest'
import { STATES } from './place.ts'
import { stateOfZip, suggestEmail, suggestState, suggestUnit } from './suggestions.ts'

test.each([
  ['ann@gmial.com', 'ann@gmail.com'],
  ['Ann.Lee@GMAI.com', 'Ann.Lee@gmail.com'],
  ['ann@gmaill.com', 'ann@gmail.com'],
  ['ann@gnail.com', 'ann@gmail.com'],
  ['ann@gmail.co', 'ann@gmail.com'],
  ['ann@gmail.con', 'ann@gmail.com'],
  ['ann@gmial.con', 'ann@gmail.com'],
  ['ann@yhaoo.com', 'ann@yahoo.com'],
  ['ann@hotmai.com', 'ann@hotmail.com'],
  [' ann@comcast.ent', 'ann@comcast.net'],
  ['ann@aol.con', 'ann@aol.com'],
  ['ann@smith-law.comm', 'ann@smith-law.com'],
])('for the email %j suggests %j', (typed, value) => {
  expect(suggestEmail(typed)).toMatchObject({ text: `Did you mean ${value}?`, value })
})

test.each([
  'ann@gmail.com',
  'ann@ymail.com',
  'ann@mail.com',
  'ann@email.com',
  'ann@love.com',
  'ann@max.com',
  'ann@example.com',
  'ann@yahoo.co.uk',
  'ann@smith.co',
  '@gmial.com',
  'gmial.com',
  '',
])('has no suggestion for the email %j', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})

const inState = (state: string, zip_code: string, country = 'US') =>
  suggestState({ country, state, zip_code })

test('suggests the state of the zip code', () => {
  expect(inState('NY', '02134')).toEqual({
    text: 'Zip code 02134 is in Massachusetts.',
    action: 'Use Massachusetts',
    value: 'MA',
  })
  expect(inState('', '021341234')?.text).toBe('Zip code 02134 is in Massachusetts.')
  expect(inState('MA', '09012')?.value).toBe('AE')
})

test.each([
  ['MA', '02134', 'US'],
  ['MA', '0213', 'US'],
  ['MA', '', 'US'],
  // Several states share the prefix, or none has it.
  ['MA', '06390', 'US'],
  ['MA', '00001', 'US'],
  ['Bavaria', '80331', 'DE'],
])('has no suggestion for the place %j %j in %s', (state, zip, country) => {
  expect(inState(state, zip, country)).toBeUndefined()
})

test.each([
  ['00501', 'NY'],
  ['00907', 'PR'],
  ['20001', 'DC'],
  ['33101', 'FL'],
  ['34002', 'AA'],
  ['56901', 'DC'],
  ['60601', 'IL'],
  ['73301', 'TX'],
  ['88510', 'TX'],
  ['90001', 'CA'],
  ['96801', 'HI'],
  ['99501', 'AK'],
])('knows that %s is in %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state)
})

test('knows zip codes of every offered state but AS, GU and MP', () => {
  const found = new Set<string | undefined>()
  for (let zip = 0; zip < 100_000; zip += 100) found.add(stateOfZip(String(zip).padStart(5, '0')))
  const shared = ['AS', 'GU', 'MP']
  expect(STATES.map(([code]) => code).filter((code) => !found.has(code))).toEqual(shared)
})

test('suggests the unit of the address on file', () => {
  const { text, ...rest } = suggestUnit(' 12 Elm St', '48 Beacon St Apt 3')!
  expect(text).toBe('The address on file ends with “Apt 3”.')
  expect(rest).toEqual({ action: 'Add Apt 3', value: '12 Elm St, Apt 3' })
})

test.each([
  ['12 Elm St, Unit 7', '48 Beacon St, Apt 3'],
  ['12 Elm St #7', '48 Beacon St, Apt 3'],
  ['12 Elm St, 7', '48 Beacon St, Apt 3'],
  ['12 Elm St', '48 Beacon St'],
  ['', '48 Beacon St, Apt 3'],
])('has no suggestion for the address %j after %j', (typed, onFile) => {
  expect(suggestUnit(typed, onFile)).toBeUndefined()
})
