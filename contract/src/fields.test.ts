import { expect, test } from 'vitest'
import { email, optionalText, required, state, zipCode } from './fields.ts'
import { STATES, stateName } from './states.ts'

test.each([
  ['MA', 'MA'],
  ['ma', 'MA'],
  [' massachusetts ', 'MA'],
  ['New Hampshire', 'NH'],
  ['D.C.', 'DC'],
  ['Puerto Rico', 'PR'],
  ['AE', 'AE'],
])('the state %s is stored as %s', (text, code) => expect(state.parse(text)).toBe(code))

test('what is no state is refused by name', () => {
  expect(state.safeParse('Bavaria').error?.issues[0]?.message).toBe('“Bavaria” is not a US state')
})

test('the forms offer the 50 states, and name a stored one beyond them', () => {
  expect(STATES).toHaveLength(50)
  expect(new Set(STATES.map(([code]) => code)).size).toBe(50)
  expect(stateName('DC')).toBe('District of Columbia')
})

test.each(['02134', '02134-1234'])('the zip %s is right', (zip) =>
  expect(zipCode.parse(zip)).toBe(zip),
)
test.each(['2134', '0213', 'ABCDE', '02134-12', '021345'])('the zip %s is not', (zip) =>
  expect(zipCode.safeParse(zip).success).toBe(false),
)

test.each(['a@b.co', " o'brien@example.com ", 'r&d@a-b.co.uk', 'a/b#1=x@b.co'])(
  'the address %s is right',
  (text) => expect(email.parse(text)).toBe(text.trim()),
)
test.each([
  'a@b',
  'a b@c.de',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.de',
  'a,b@c.de',
  '"a"@b.co',
  'a<b>@c.de',
  'a@b.co\nBcc: x@y.zz',
  '',
  `${'a'.repeat(250)}@b.co`,
])('the address %j is not', (text) => expect(email.safeParse(text).success).toBe(false))

test.each(['a\0b', 'a\ud800b'])('the text %j cannot be stored and is refused', (bad) => {
  for (const field of [required('Required'), optionalText]) {
    expect(field.safeParse(bad).error?.issues[0]?.message).toBe(
      'Must not contain control characters',
    )
  }
  expect(optionalText.parse('💌 Nguyễn')).toBe('💌 Nguyễn')
})

test('empty, null and missing are the same for an optional text', () => {
  for (const text of ['', '  ', null, undefined]) expect(optionalText.parse(text)).toBeNull()
})

test.each([
  ['  Mary  Ann\t', 'Mary Ann'],
  ['Jose\u0301', 'José'],
  ['\u200bAnn\u00ad\u200e', 'Ann'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('the text %j is stored as %j, from a form as from a list', (raw, tidy) => {
  expect(required('Missing').parse(raw)).toBe(tidy)
  expect(optionalText.parse(raw)).toBe(tidy)
})

test('what cannot be seen fills no field', () => {
  expect(required('Missing').safeParse('\u200b \u00a0').error?.issues[0]?.message).toBe('Missing')
})
