import { expect, test } from 'vitest'
import { fullName } from './client-fields.ts'
import { countryCode, foreignCountries } from './countries.ts'
import { checkPlace, countryName, placeLine, STATES, stateName } from './place.ts'

const inTheUs = (over: { state?: string; zip_code?: string }) =>
  checkPlace({ country: 'US', state: 'MA', zip_code: '02134', ...over })

test.each([
  ['MA', 'MA'],
  ['ma', 'MA'],
  ['massachusetts', 'MA'],
  ['New Hampshire', 'NH'],
  ['D.C.', 'DC'],
  ['Puerto Rico', 'PR'],
  ['AE', 'AE'],
])('stores the state %s as %s', (state, code) => {
  expect(inTheUs({ state })).toMatchObject({ place: { state: code }, errors: {} })
})

test('names the text that is no state in its error', () => {
  expect(inTheUs({ state: 'Bavaria' }).errors).toEqual({ state: '“Bavaria” is not a US state' })
  expect(inTheUs({ state: '' }).errors).toEqual({ state: 'State is required' })
})

test('offers 50 states, DC, 5 territories and 3 military posts', () => {
  expect(STATES).toHaveLength(59)
  expect(new Set(STATES.map(([code]) => code)).size).toBe(59)
  expect(stateName('DC')).toBe('District of Columbia')
  expect(stateName('PW')).toBe('Palau')
})

test.each([
  ['02134', '02134'],
  ['02134-1234', '02134-1234'],
  ['021341234', '02134-1234'],
  ['02134–1234', '02134-1234'],
])('stores the zip %s as %s', (zip_code, stored) => {
  expect(inTheUs({ zip_code })).toMatchObject({ place: { zip_code: stored }, errors: {} })
})
test.each(['', '2134', '0213', 'ABCDE', '02134-12', '021345'])('rejects the zip %j', (zip_code) =>
  expect(Object.keys(inTheUs({ zip_code }).errors)).toEqual(['zip_code']),
)

test('leaves a place abroad as it is', () => {
  const place = { country: 'BR', state: 'ma', zip_code: '021341234' }
  expect(checkPlace(place)).toEqual({ place, errors: {} })
})

test('writes a place on one line, without a dangling comma', () => {
  expect(placeLine({ city: 'Boston', state: 'MA', zip_code: '02134' })).toBe('Boston, MA 02134')
  expect(placeLine({ city: 'Berlin', state: '', zip_code: '10115' })).toBe('Berlin, 10115')
  expect(placeLine({ city: 'Hong Kong', state: '', zip_code: '' })).toBe('Hong Kong')
})

test.each([
  ['US', 'US'],
  ['usa', 'US'],
  ['Puerto Rico', 'US'],
  ['de', 'DE'],
  [' germany ', 'DE'],
  ['UK', 'GB'],
  ["Cote d'Ivoire", 'CI'],
  ['The Netherlands', 'NL'],
  ['Saint Lucia', 'LC'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Turkey', 'TR'],
  ['United States of America (USA)', 'US'],
  ['Iran, Islamic Republic of', 'IR'],
  ['Korea (North)', 'KP'],
  ['Guinea (Equatorial)', 'GQ'],
  ['Republic of Ireland', 'IE'],
  ['Republic of China', 'TW'],
])('reads the country %s as %s', (text, code) => expect(countryCode(text)).toBe(code))

test('finds every offered country by its code and by its name', () => {
  const countries = foreignCountries()
  expect(countries).toHaveLength(243)
  for (const [code, name] of countries) {
    expect(name).not.toBe(code)
    expect([countryCode(code), countryCode(name), countryCode(name.toUpperCase())]).toEqual(
      Array(3).fill(code),
    )
  }
  expect(countryName('US')).toBe('United States')
  expect(countryCode('Atlantis')).toBeUndefined()
})

test('shows a person with one name without a trailing space', () => {
  expect(fullName({ first_name: 'Cher', last_name: '' })).toBe('Cher')
})
