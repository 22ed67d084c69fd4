import { expect, test } from 'vitest'
import { email, optionalNumber, optionalText, required, state, zipCode } from './fields.ts'
import { STATES, stateName } from './states.ts'

test.each([
  ['MA', 'MA'],
  ['ma', 'MA'],
  [' massachusetts ', 'MA'],
  ['New Hampshire', 'NH'],
  ['D.C.', 'DC'],
  ['Puerto Rico', 'PR'],
  ['AE', 'AE'],
])('stores the state %s as %s', (text, code) => expect(state.parse(text)).toBe(code))

test('names a text that is no state', () => {
  expect(state.safeParse('Bavaria').error?.issues[0]?.message).toBe('“Bavaria” is not a US state')
})

test('offers the 50 states and names any stored one', () => {
  expect(STATES).toHaveLength(50)
  expect(new Set(STATES.map(([code]) => code)).size).toBe(50)
  expect(stateName('DC')).toBe('District of Columbia')
})

test.each([
  ['02134', '02134'],
  ['02134-1234', '02134-1234'],
  ['021341234', '02134-1234'],
  ['02134–1234', '02134-1234'],
])('stores the zip %s as %s', (zip, stored) => expect(zipCode.parse(zip)).toBe(stored))
test.each(['2134', '0213', 'ABCDE', '02134-12', '021345'])('the zip %s is not', (zip) =>
  expect(zipCode.safeParse(zip).success).toBe(false),
)

test.each([
  ['a@b.co', 'a@b.co'],
  [" o'brien@example.com ", "o'brien@example.com"],
  ['r&d@a-b.co.uk', 'r&d@a-b.co.uk'],
  ['a/b#1=x@b.co', 'a/b#1=x@b.co'],
  ['\u200eana@\u200bb.co\u00ad', 'ana@b.co'],
])('accepts the address %j', (text, stored) => expect(email.parse(text)).toBe(stored))
test.each([
  'a@b',
  'a b@c.de',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.de',
  'a,b@c.de',
  '"a"@b.co',
  '"a@x.y"@b.co',
  'a(comment)@b.co',
  'a@b.co(comment)',
  'a@[127.0.0.1]',
  '=?utf-8?q?x=40evil.example?=@b.co',
  'a=?utf-8?b?eEBldmlsLmV4YW1wbGU=?=@b.co',
  'a@=?utf-8?q?evil.example?=.co',
  'a<b>@c.de',
  'a@b.co\nBcc: x@y.zz',
  '',
  `${'a'.repeat(250)}@b.co`,
])('rejects the address %j', (text) => expect(email.safeParse(text).success).toBe(false))

test('rejects a lone surrogate', () => {
  for (const field of [required('Required'), optionalText]) {
    expect(field.safeParse('a\ud800b').error?.issues[0]?.message).toBe(
      'Must not contain characters that cannot be stored',
    )
  }
  expect(optionalText.parse('💌 Nguyễn')).toBe('💌 Nguyễn')
})

test('stores empty, null and missing alike', () => {
  for (const field of [optionalText, optionalNumber]) {
    for (const text of ['', ' \u200b', null, undefined]) expect(field.parse(text)).toBeNull()
  }
})

test.each([
  ['  Mary  Ann\t', 'Mary Ann'],
  ['Jose\u200b\u0301', 'José'],
  ['A\u0007nn\u0085Lee', 'Ann Lee'],
])('stores the text %j as %j', (raw, tidy) => {
  expect(required('Missing').parse(raw)).toBe(tidy)
  expect(optionalText.parse(raw)).toBe(tidy)
})

test('rejects a field of invisible characters', () => {
  expect(required('Missing').safeParse('\u200b \u00a0').error?.issues[0]?.message).toBe('Missing')
})
