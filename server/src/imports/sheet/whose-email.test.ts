import { expect, test } from 'vitest'
import { sources } from '../../../../testing/sheet-columns.ts'
import { matchColumns } from './match-columns.ts'

const CLIENTS = ['Ann|Lee', 'Christopher|Roe', 'Bo|Poe', 'Zoë|O’Hara', 'Maria|Gomez']
const OWN = ['ann72@x.com', 'chris.r@y.com', 'bpoe@z.com', 'zoe@z.com', 'sunny@z.com']
const THEIRS = ['jdoe@x.com', 'al.fox@x.com', 'ivo@z.com', 'kim.h@y.com', 'uma@y.com']
const PERSONS = ['Jan Doe', 'Al Fox', 'Ivo Lee', 'Kim Hay', 'Uma Ray']

/** The client's name, then a column under the heading, then the emails. */
const emailBehind = (heading: string, texts: string[], emails: string[], between = 'City') => {
  const names = ['Client #', 'First Name', 'Last Name', heading, between, 'Email', 'Phone']
  const rows = CLIENTS.map((name, at) => `${at}|${name}|${texts[at] ?? ''}||${emails[at] ?? ''}|`)
  const found = sources(names, ...rows)
  return [found.email, found.phone_number].flatMap((each) => each ?? [])
}

test.each(['Responsible Atty', 'Attorney', 'Paralegal', 'Case Manager', 'Staff', 'Spouse'])(
  'the client’s name in the emails makes them the client’s behind “%s”',
  (heading) => {
    const staff = ['Jo Doe', 'Jo Doe', 'AF', 'Al Fox', '']
    expect(emailBehind(heading, staff, OWN)).toEqual(['Email', 'Phone'])
    expect(emailBehind(heading, staff, OWN, 'Opened')).toEqual(['Email', 'Phone'])
  },
)

test.each([
  ['the other names are in them', PERSONS, THEIRS],
  ['one has the other name', ['Jan Doe', '', '', 'Uma Ray', ''], OWN.with(3, 'uma.ray@x.com')],
  ['the other name may be meant', ['Ann Fox', 'Chris Roe', 'Bea Poe', 'Zoe Fox'], OWN],
  ['few have the client’s name', [], THEIRS.with(0, 'ann72@x.com')],
  ['there is one', ['Jo Doe'], ['ann72@x.com']],
])('behind “Attorney”, no email is taken if %s', (_, texts, emails) => {
  expect(emailBehind('Attorney', texts, emails, 'Opened')).toEqual([])
})

test.each(['Contact Person', 'POC', 'Payee', 'Owner', 'Party', 'Contact', 'Remarks'])(
  'emails with the names under “%s” are not the client’s',
  (heading) => {
    expect(emailBehind(heading, PERSONS, THEIRS)).not.toContain('Email')
    expect(emailBehind(heading, PERSONS, THEIRS, 'Opened')).not.toContain('Email')
    expect(emailBehind(heading, PERSONS, OWN)).toContain('Email')
  },
)

test.each([
  ['File As', ['Lee, Ann', 'Roe, Christopher', 'Poe, Bo', 'O’Hara, Zoë', 'Gomez, Maria']],
  ['Company Name', ['Lee Bakery', 'Roe Inc', 'Poe Co', 'O’Hara LLC', 'Sunny Homes']],
  ['Notes', ['Call Ann at 5', 'See chris.r@y.com', 'Bpoe is fine', '', '2 x sunny']],
])('the client’s own name under “%s” takes no email away', (heading, texts) => {
  const emails = ['lee@x.com', 'roe@y.com', 'poe1@z.com', 'ohara@z.com', 'sunny@z.com']
  expect(emailBehind(heading, texts, emails)).toEqual(['Email', 'Phone'])
})

test.each([
  [['Client #', 'Last Name', 'Email'], '1|Lee|ann.lee@x.com'],
  [['Client #', 'Vorname', 'Name', 'Email'], '1|Ann|Lee|lee@x.com'],
  [['Client #', 'Name', 'Email'], '1|Lee, Ann|lee@x.com'],
  [['Client #', 'Klient', 'Email'], '1|Ann Lee|lee@x.com'],
])('an email stays the client’s whose name is in %j', (names, row) => {
  expect(sources(names, row, row)).toHaveProperty('email', ['Email'])
})

test.each(['Contact Person', 'Spouse', 'Zzz'])(
  'emails before “%s” are not the client’s either',
  (heading) => {
    const names = ['Client #', 'First Name', 'Last Name', 'Email', heading, 'Cell', 'City']
    const rowsOf = (emails: string[]) =>
      CLIENTS.map((name, at) => `${at}|${name}|${emails[at]}|${PERSONS[at]}|617-555-0101|`)
    expect(sources(names, ...rowsOf(THEIRS))).not.toHaveProperty('email')
    expect(sources(names, ...rowsOf(OWN))).toHaveProperty('email')
    const isTheirs = heading === 'Spouse'
    expect('phone_number' in sources(names, ...rowsOf(OWN))).toBe(!isTheirs)
  },
)

test('a person’s choice counts whatever the emails say', () => {
  const names = ['First Name', 'Owner', 'Email']
  const samples = [['Ann'], ['Bob Roe'], ['bob.roe@x.com']]
  const chosen = (header: string) => (header === 'Email' ? ('email' as const) : undefined)
  expect(matchColumns(names, { samples })).not.toHaveProperty('email')
  expect(matchColumns(names, { samples, chosen }).email).toEqual([2])
})
