import { expect, test } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { sources } from '../../../../testing/sheet-columns.ts'
import { readBytes } from '../../../../testing/sheets/sheets.ts'
import { matchColumns } from './match-columns.ts'

test.each(['Spouse', 'Contact 2', 'Emergency contact', 'Name', 'First name', 'spouse_name'])(
  'behind “%s” no column repeats a field',
  (other) => {
    const names = [
      'Client #',
      'First Name',
      'Work Email',
      'Phone',
      other,
      'Home Email',
      'Mobile',
      'City',
    ]
    expect(sources(names, '1|Ann||||b@x.com|617-555-0102|Salem')).toMatchObject({
      email: ['Work Email'],
      phone_number: ['Phone'],
      city: ['City'],
    })
  },
)

const OTHERS =
  'Adverse Party|Guarantor|Mom|Stepfather|Handling Atty|Staff|Adverse|Opponent|Other Party|Defendant|Payor|Timekeeper|Claims Rep|Financial Advisor|Co-worker|Party 2|Owner B|Recommended By|Backup Contact|ICE|Sig. Other|Nominee|Custodian|CSR|Decision Maker|Firm Contact|SpouseName|Cónyuge|Contacto de emergencia|Ehefrau|Époux'.split(
    '|',
  )

test.each([
  ['Client #', 'First Name', 'Spouse', 'Email'],
  ['Client #', 'First Name', 'Phone', 'Attorney', 'Work Email', 'Personal Email'],
  ['Client #', 'First Name', 'Email (spouse)'],
  ['Client #', 'First Name', 'Email (His)', 'Her Email'],
  ['Client #', 'First Name', 'Email (Cónyuge)', 'Email (In-laws)', 'Email (Ex)'],
  ['Client #', 'First Name', 'Phone', 'Alternate Contact', 'Email'],
  ['Client #', 'First Name', 'Phone', 'Office Email', 'Email - Office'],
  ['Client #', 'First Name', 'Phone', 'H Email', 'W Email'],
  ['Client #', 'First Name', 'Adjuster', 'Email'],
  ['Client #', 'First Name', 'Assigned To', 'Email'],
  ['Submitted By', 'Email', 'First Name', 'Last Name'],
  ...OTHERS.map((other) => ['Client #', 'First Name', other, 'Email']),
  ['Client #', 'First Name', 'City', 'Heir', 'Phone', 'Email'],
  ['Attorney', 'Email', 'Phone', 'First Name', 'Last Name'],
])('never takes the email of another person: %s, %s, %s', (...names) => {
  expect(sources(names, '1|Ann||b@x.com|c@x.com|d@x.com')).not.toHaveProperty('email')
})

test.each([
  ['a full name', ['First Name', 'Last Name', 'Full Name', 'Email'], 'email'],
  ['a labeled phone', ['First Name', 'Emergency phone', 'Email'], 'email'],
  ['a need', ['First Name', 'Interpreter needed', 'Email'], 'email'],
  ['a clerk', ['First Name', 'Intake Form Received By', 'Email'], 'email'],
  ['a second surname', ['First Name', 'Last Name', 'Second Last Name', 'Email'], 'email'],
  ['a weak number', ['First Name', 'Case Number', 'Client Number'], 'client_number'],
  ['another phone', ['First Name', 'Other Phone', 'Full Name', 'Phone'], 'phone_number'],
  ['a role', ['First Name', 'Plaintiff/Defendant', 'Email'], 'email'],
  ['a part of it', ['Zip+4', 'Zip'], 'zip_code'],
] as const)('the own column counts behind %s', (_, names, field) => {
  expect(sources([...names])).toHaveProperty(field, [names.at(-1)])
})

test('the email of an attorney in front of the client’s is not read', () => {
  const names = ['Attorney', 'Email', 'First Name', 'Last Name', 'Client Email', 'Phone']
  expect(sources(names, 'Jo Doe|jo@firm.com|Ann|Lee|ann@x.com|617-555-0101')).toMatchObject({
    email: ['Client Email'],
    phone_number: ['Phone'],
  })
  expect(matchColumns(['Attorney', 'Email', 'First Name', 'Email']).email).toEqual([3])
})

test.each(['Property Address', 'Incident Location', 'Previous Address', 'Winter Street'])(
  'the city behind “%s” alone is not the client’s',
  (place) => {
    const names = ['Client #', 'First Name', place, 'City', 'State', 'Zip', 'Email']
    expect(Object.keys(sources(names))).toEqual(['client_number', 'first_name', 'email'])
  },
)

test('ignores all columns of a second list beside the first', () => {
  const names = ['Client Number', 'First Name', 'Last Name', '', 'Client Number', 'Name', 'Email']
  expect(matchColumns(names)).toEqual({ client_number: [0], first_name: [1], last_name: [2] })
  const account = ['Client No', 'First Name', 'Last Name', 'Account No', 'Email']
  expect(matchColumns(account).email).toEqual([4])
})

test.each([
  ['E-mail 1 - Type', 'E-mail 1 - Value', 'Spouse'],
  ['Email Owner', 'Email', 'Daughter'],
  ['Whose Email', 'E-mail Address', 'Husband’s'],
  ['Whose Email', 'Email', 'Al Roe'],
  ['Email belongs to', 'Email', 'Dr. Al Roe'],
  ['Email Notes', 'Email', 'belongs to wife'],
  ['Email Status', 'Email', 'Spam complaint'],
  ['E-mail 1 - Label', 'E-mail 1 - Value', "Wife's email"],
  ['Email Type', 'Email Address', 'attorney'],
  ['Email1 Desc', 'Email1', 'Assistant'],
  ['Email Status', 'Email', 'Wrong person'],
  ['Email Notes', 'E-mail', 'old one'],
])('reads no email that its type says is another person’s: %s', async (type, value, theirs) => {
  const heading = `Client Number,First Name,Last Name,${type},${value},Phone,Address,City,State,Zip`
  const line = (n: number, kind: string) =>
    `${n},Ann,Lee,${kind},a${n}@x.com,617-555-0101,1 Elm St,Salem,MA,01970`
  const sheet = [heading, line(1, theirs), line(2, 'Home'), line(3, '')].join('\n')
  const { rows } = await readBytes('list.csv', sheet)
  expect(rows.map(({ cells }) => cells.email)).toEqual([undefined, 'a2@x.com', 'a3@x.com'])
  expect(rows[0]).not.toHaveProperty('damage')
})

test.each([
  ...['Self', 'Annie', 'Lee, Ann', 'Mr. Lee', 'ann@x.com', '', 'Bob', 'Bill Lee', 'J. Lee'],
  ...['José', 'Jose Roe', 'JR Lee', 'Bob and Ann', 'Customer', 'Account holder', 'Unknown', 'ok'],
])('an email whose owner is “%s” is the client’s', async (owner) => {
  const cells = row('1', { first: 'Ann José', email: 'ann@x.com' })
  const { rows } = await readBytes('list.csv', `${HEADERS},Email Owner\n${cells},"${owner}"`)
  expect(rows[0]!.cells.email).toBe('ann@x.com')
})

test.each(['Email For|Legal notices', 'Email Contact|Preferred', 'Email Name|Al Roe'])(
  '“%s” is said of no other person',
  async (text) => {
    const [heading, says] = text.split('|')
    const list = `${HEADERS},${heading}\n${row('1')},${says}`
    const { rows } = await readBytes('list.csv', list)
    expect(rows[0]!.cells.email).toBe('ann@example.com')
  },
)

test('“Type” alone is of the email or the phone before it', async () => {
  const heading = 'Client Number,First Name,Last Name,Email,Type,Phone,Type,Address,City,State,Zip'
  const lines = [
    '1,Ann,Lee,a@x.com,Spouse,617-555-0101,Fax',
    '2,Bob,Roe,b@x.com,Home,617-555-0102,Cell',
  ]
  const { rows } = await readBytes('list.csv', [heading, ...lines].join('\n'))
  expect(rows.map(({ cells }) => [cells.email, cells.phone_number])).toEqual([
    [undefined, undefined],
    ['b@x.com', '617-555-0102'],
  ])
})

test('a row that lists a relation is about the client', async () => {
  const lines = [`${HEADERS},Relation 1 - Label,Relation 1 - Value`, `${row('1')},Spouse,Bob Roe`]
  const { rows } = await readBytes('list.csv', lines.join('\n'))
  expect(rows[0]).not.toHaveProperty('damage')
})

test('leaves out a row whose relationship says that it is another person', async () => {
  const heading =
    'Client Number,Relationship,First Name,Last Name,Email,Phone,Address,City,State,Zip'
  const lines = ['2,Spouse,Al,Roe,al@x.com', '2,Client,Bob,Roe,bob@x.com', '3,,Cy,Poe,cy@x.com']
  const ends = [',', 'Al Roe,Spouse', 'Di,Wife'].map((end) => `,,,,,,${end}`)
  const sheet = [
    `${heading},Emergency Contact,Relationship`,
    ...lines.map((line, at) => line + ends[at]),
  ]
  const { rows } = await readBytes('list.csv', sheet.join('\n'))
  const said = rows.map(({ damage = '' }) => damage.slice(0, 28))
  expect(said).toEqual(['“Relationship” says “Spouse”', '', ''])
})

test.each([
  ['Address Type', 'Spouse', 'Home'],
  ['Address 1 - Label', 'Former', 'Work'],
  ['Mailing Address Status', 'Undeliverable', 'Current'],
])('reads no address of another kind: %s, %s', async (heading, theirs, own) => {
  const lines = [theirs, own, ''].map((kind, at) => `${row(`${at + 1}`)},${kind}`)
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.address)).toEqual([undefined, '1 Elm St', '1 Elm St'])
})

test('reads no phone number that its type calls a fax', async () => {
  const heading =
    'Client Number,First Name,Last Name,PhoneType1,PhoneNumber1,PhoneType2,PhoneNumber2'
  const lines = [
    '1,Ann,Lee,Home Fax,617-555-0101,Mobile,617-555-0102',
    '2,Bob,Roe,Home,617-555-0103',
  ]
  const { rows } = await readBytes(
    'list.csv',
    [`${heading},Email,Address,City,State,Zip`, ...lines].join('\n'),
  )
  expect(rows.map(({ cells: { phone_number, alt_number } }) => [phone_number, alt_number])).toEqual(
    [
      [undefined, '617-555-0102'],
      ['617-555-0103', undefined],
    ],
  )
})

test('leaves out a row whose relationship behind the name is another person’s', async () => {
  const heading = 'Client Number,First Name,Last Name,Relationship to Client,Email,Phone,Address'
  const lines = ['2,Al,Roe,Spouse,al@x.com', '3,Bob,Poe,Self,bob@x.com']
  const { rows } = await readBytes('list.csv', [`${heading},City,State,Zip`, ...lines].join('\n'))
  expect(rows.map(({ damage = '' }) => damage.slice(0, 38))).toEqual([
    '“Relationship to Client” says “Spouse”',
    '',
  ])
})

test('heeds each column about an email', async () => {
  const heading = `${HEADERS},Email Status,Email Notes`
  const lines = ['Valid,husband’s', 'Bounced,', 'Valid,'].map((end, at) => `${row(`${at}`)},${end}`)
  const { rows } = await readBytes('list.csv', [heading, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.email)).toEqual([undefined, undefined, 'ann@example.com'])
})

test.each([
  ['Wrong Email', 'Y'],
  ['Email Returned', '3/4/2024'],
  ['Email Undeliverable', 'x'],
  ['Comm Pref', 'No email'],
])('reads no email where “%s” says “%s”', async (heading, says) => {
  const lines = [`${HEADERS},${heading}`, `${row('1')},${says}`, `${row('2')},`]
  const { rows } = await readBytes('list.csv', lines.join('\n'))
  expect(rows.map(({ cells }) => cells.email)).toEqual([undefined, 'ann@example.com'])
})

test.each([
  'Valid Email',
  'Email Valid?',
  'email_verified',
  'Deliverable',
  'Is Valid E-mail (Y/N)',
])('reads no email of which “%s” says no', async (heading) => {
  const says = ['No', 'N - bounced 3/1/24', 'false', 'undeliverable', 'Yes', '', 'N/A', 'unknown']
  const lines = says.map((end, at) => `${row(`${at}`)},${end}`)
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.email === undefined)).toEqual(says.map((_, at) => at < 4))
})
