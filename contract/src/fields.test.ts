import { expect, test } from 'vitest'
import { email, optionalNumber, optionalText, required } from './fields.ts'
import { ClientDetails } from './verification.ts'

const details = (over: object) =>
  ClientDetails.safeParse({
    first_name: 'Ann',
    last_name: 'Lee',
    email: 'ann@example.com',
    phone_number: '1',
    address: '1 Elm St',
    city: 'Boston',
    state: 'ma',
    zip_code: '021341234',
    country: 'US',
    ...over,
  })

test('checks state and zip code by the country', () => {
  expect(details({}).data).toMatchObject({ state: 'MA', zip_code: '02134-1234' })
  const abroad = { country: ' DE', state: ' Land  Berlin ', zip_code: 'D-10115' }
  expect(details(abroad).data).toMatchObject({
    country: 'DE',
    state: 'Land Berlin',
    zip_code: 'D-10115',
  })
  expect(details({ country: 'HK', state: '', zip_code: '' }).success).toBe(true)
  expect(details({ ...abroad, country: undefined }).success).toBe(true)
})

test('reports a wrong place together with other errors', () => {
  const { issues = [] } = details({ first_name: '', state: 'Berlin', zip_code: '' }).error ?? {}
  expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['first_name', 'First name is required'],
    ['state', '“Berlin” is not a US state'],
    ['zip_code', 'Zip code is required'],
  ])
})

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

test('stores empty, null and missing values as the same', () => {
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
