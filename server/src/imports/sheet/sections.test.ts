import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { readBytes, table, workbook } from '../../../../testing/sheets/sheets.ts'
import { readTables } from './choose-table.ts'
import { readFileTables } from './read-sheet.ts'

test.each([
  'DECEASED',
  'Do not contact:',
  '** Opposing Parties **',
  'Inactive / deceased clients',
  'Vendors & Experts',
  'Contact Type: Vendor',
  'Status: Deceased (2)',
])('rejects the rows below the heading “%s”', async (heading) => {
  const lines = [row('1'), '', heading, row('2'), '', row('3'), 'ACTIVE CLIENTS', row('4')]
  const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
  const damage = `The heading above says “${heading}”, so the row is not imported. To import it all the same, take that out of the sheet`
  const found = rows.map(({ cells, damage }) => [cells.client_number, damage])
  expect(found.filter(([number]) => /^\d/.test(number!))).toEqual([
    ['1', undefined],
    ['2', damage],
    ['3', damage],
    ['4', undefined],
  ])
})

test('rejects the rows below such a title', async () => {
  const titles = ['Lee & Roe LLP', 'DECEASED CLIENTS - DO NOT CONTACT', '', HEADERS]
  const lines = [row('1'), 'ACTIVE CLIENTS', row('2')]
  const { rows } = await readBytes('list.csv', [...titles, ...lines].join('\n'))
  const damage = expect.stringContaining('“DECEASED CLIENTS - DO NOT CONTACT”, so the row')
  expect(rows.map((each) => each.damage)).toEqual([damage, undefined, undefined])
})

test.each(['Attorneys: Williams', 'Do not send outside the firm'])(
  '“%s” is no heading of others',
  async (heading) => {
    const lines = [heading, row('1')]
    const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
    expect(rows.at(-1)).not.toHaveProperty('damage')
  },
)

test('a remark further right is no heading of the rows below', async () => {
  const lines = [row('1'), ',,,,,Deceased 2020', row('2')]
  const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
  expect(rows.at(-1)).not.toHaveProperty('damage')
})

test.each(['Deceased', 'Inactive_2024', 'Old list', 'Do Not Contact', 'Opt-Outs', 'Vendors'])(
  'reads another sheet than “%s”',
  async (name) => {
    const [past, current] = ['1', '2'].map((number) => table(HEADERS, row(number)))
    const { sheet, notRead } = await readBytes(
      'a.xlsx',
      workbook({ [name]: past!, Clients: current! }),
    )
    expect([sheet, notRead.sheets]).toEqual(['Clients', [name]])
    expect((await readBytes('a.xlsx', workbook({ [name]: past!, Notes: [['x']] }))).sheet).toBe(
      name,
    )
  },
)

const leftOut = async (headings: string, ends: string[], isHidden: (at: number) => boolean) => {
  const lines = [`${HEADERS},${headings}`, ...ends.map((end, at) => `${row(`${at}`)},${end}`)]
  const sheet = XLSX.utils.aoa_to_sheet(lines.map((line) => line.split(',')))
  sheet['!cols'] = lines[0]!.split(',').map((_, at) => ({ hidden: isHidden(at) }))
  const book = { SheetNames: ['Clients'], Sheets: { Clients: sheet } }
  const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  const { rows } = readTables(await readFileTables(bytes, 'a.xlsx'), { includeHidden: false })
  return [...rows]
}

test.each([
  ['Deceased', 'Y'],
  ['Status', 'Deceased'],
  ['Client_Status', 'Do not contact'],
  ['Contact Type', 'Opposing Party'],
  ['Internal Notes', 'DNC'],
])('heeds “%s” where hidden columns are left out', async (heading, says) => {
  const ends = [...Array(40).fill(''), says]
  const rows = await leftOut(heading, ends, (at) => at > 7)
  const said = rows.flatMap(({ damage, cells }) => [damage ?? [], cells.zip_code ?? []].flat())
  expect(said).toEqual([expect.stringContaining(`“${heading}” says “${says}”`)])
})

test('a hidden “Email Owner” or “Spouse” still tells whose email it is', async () => {
  const email = HEADERS.split(',').indexOf('Email')
  const [one, two] = await leftOut('Email Owner', ['Spouse', 'Self'], (at) => at > 8)
  expect([one!.cells.email, two!.cells.email]).toEqual([undefined, 'ann@example.com'])
  const rows = await leftOut('Spouse,Email', ['Bob,bob@x.com'], (at) => at === email || at === 9)
  expect(rows[0]!.cells).not.toHaveProperty('email')
})

test('a list of others below the clients’ is not read', async () => {
  const others = HEADERS.replace('Client Number,First Name,Last Name', 'Vendor No,Company,Contact')
  const { rows } = await readBytes('list.csv', [HEADERS, row('1'), others, row('V1')].join('\n'))
  const damage = expect.stringContaining('Row 3 has other headings')
  expect(rows.map((each) => each.damage)).toEqual([undefined, damage, damage])
})

test.each(['Deceased', 'DO_NOT_CONTACT', 'Unsubscribed', 'Dont Email', 'Excluded'])(
  'leaves out clients who are in the sheet “%s”, too',
  async (name) => {
    const clients = table(HEADERS, row('1'), row('2'), row('3', { last: 'Roe' }))
    const others = table(HEADERS, ...['2', '3', '4'].map((number) => row(number, { email: '' })))
    const book = workbook({ Clients: clients, [name]: others, Vendors: [] })
    const { sheet, rows } = await readBytes('a.xlsx', book)
    const damage = expect.stringMatching(`Another sheet with this client says “${name}”, so`)
    expect([sheet, ...rows.map((each) => each.damage)]).toEqual([
      'Clients',
      undefined,
      damage,
      name === 'Deceased' ? undefined : damage,
    ])
  },
)

test('leaves out an email of the sheet “Do Not Email”, but not of “Deceased”', async () => {
  const clients = table(HEADERS, row('1', { email: 'ann@x.com' }), row('2'))
  const others = table('First Name,Last Name,Email', 'Bob,Lee,Ann@x.com')
  for (const [name, left] of [
    ['Do Not Email', 1],
    ['Deceased', 0],
  ] as const) {
    const { rows } = await readBytes('a.xlsx', workbook({ Clients: clients, [name]: others }))
    expect(rows.filter(({ damage }) => damage)).toHaveLength(left)
  }
})

test.each([
  ['Client Number;Name', '07;LEE, Ann B.'],
  ['Client Number;Name', '7;Ms. Ann Lee'],
  ['Client Number;Last Name', '7;Lee'],
  ['Client Number;Reason', '7;Asked us'],
  ['Acct;Since', '7;1/2/2024'],
  ['No.;First;Last', '1;ANN;LEE'],
  ['Since;Who', '1/2/2024;Lee, Ann'],
  ['Name;Email', 'Ann Lee;former@x.com'],
  ['Person;Where', 'A. Lee;Ann@X.com'],
  ['mailto:Ann@x.com'],
  ['Who;Mail', 'A.;Ann <ann@x.com>'],
  ['Ann Lee, Jr.'],
  ['List', '7', 'Lee Car LLC'],
  ['CL-7'],
  ['Client', 'CL-7'],
  ['Do not email', 'CL-7'],
  ['CL-7;asked by phone'],
  ['Client Number;Name', 'cl-7;Annie Lee'],
])('finds a client that the sheet “DNC” lists as “%s” %s', async (...others) => {
  const [number = '7'] = /cl-7/i.exec(`${others}`) ?? []
  const people = [
    row(number, { email: 'ann@x.com' }),
    row('8', { first: 'Bob', email: 'bob@x.com' }),
    row('1', { last: 'Fox', email: 'fox@x.com' }),
    row('9', { first: 'Lee Home', last: 'LLC', email: 'home@x.com' }),
  ]
  const listed = others.map((line) => line.split(';'))
  const book = workbook({ Clients: table(HEADERS, ...people), DNC: listed })
  const { rows } = await readBytes('a.xlsx', book)
  const left = rows.flatMap(({ cells, damage }) => (damage ? cells.client_number : []))
  expect(left).toEqual([number])
})

test('finds a couple or a firm in the sheet “DNC”, but not its partners', async () => {
  const names = ['John & Mary,Lee', 'Fox & Elm,LLC', 'Smith,Jones', ',Sons', ',Smith & Sons']
  const people = names.map((name, at) => row(`${at}`).replace('Ann,Lee', name))
  const listed = table('Mary Lee', 'Fox & Elm LLC', 'Smith & Jones', 'Smith & Sons')
  const book = workbook({ Clients: table(HEADERS, ...people), DNC: listed })
  const { rows } = await readBytes('a.xlsx', book)
  expect(rows.map(({ damage }) => !!damage)).toEqual([true, true, false, false, true])
})

test.each([
  ['John & Mary Lee'],
  ['Name', 'Lee, John and Mary'],
  ['First;Last', 'John and Mary;Lee'],
  ['Name', 'Mary Lee + John Lee'],
  ['Name;Email', 'The Lees;j@x.com, M@x.com'],
  ['Phone', '(617) 555-0101', '617.555.0102'],
  ['617-555-0101', '6175550102'],
])('finds both clients that the sheet “DNC” lists as “%s” %s', async (...others) => {
  const people = [
    row('1', { first: 'John', email: 'j@x.com', phone: '617-555-0101' }),
    row('2', { first: 'Mary', email: 'm@x.com', phone: '617-555-0102' }),
    row('3', { first: 'Bob', email: 'b@x.com' }),
  ]
  const listed = others.map((line) => line.split(';'))
  const book = workbook({ Clients: table(HEADERS, ...people), DNC: listed })
  const { rows } = await readBytes('a.xlsx', book)
  const left = rows.flatMap(({ cells, damage }) => (damage ? cells.client_number : []))
  expect(left).toEqual(['1', '2'])
})

test.each([
  ['Deceased', 'Name,Surviving Spouse,Date of Death', 'Al Fox,Ann Lee,3/1/2020'],
  ['Deceased', 'Who,Spouse', 'Al Fox,Ann Lee'],
  ['Deceased', 'Who,When', 'CL-2,3/1/2020'],
  ['Deceased', 'Since,Who,Notified', '3/1/2020,"Fox, Al",Ann Lee'],
  ['DNC', 'Name,Requested By', 'Al Fox,Ann Lee'],
  ['DNC', 'Name,Contact', 'Al Fox,Ann Lee'],
  ['DNC', 'Name,Phone', 'Al Fox,617-555-0140'],
])('takes nobody beside a client in “%s” for the client: %s', async (name, ...others) => {
  const clients = table(HEADERS, row('1'), row('CL-2', { first: 'Al', last: 'Fox' }))
  const listed = others.map((line) =>
    line.match(/"[^"]*"|[^,]+/g)!.map((text) => text.replaceAll('"', '')),
  )
  const { rows } = await readBytes('a.xlsx', workbook({ Clients: clients, [name]: listed }))
  const left = rows.flatMap(({ cells, damage }) => (damage ? cells.client_number : []))
  expect(left).toEqual(['CL-2'])
})

test.each([
  ['John,Lee Sr', 'John,Lee Jr.', 0],
  ['John,Lee III', 'John,Lee II', 0],
  ['John,Lee Sr', 'John B.,Lee', 1],
  ['Maria,Garcia Lopez', 'Maria,Perez Lopez', 0],
  ['Maria,Garcia Lopez', 'Maria G.,Lopez', 1],
  ['Ms. Maria Elena,Garcia Lopez', 'Maria,Garcia Lopez', 1],
  ['Maria,Lopez', 'Maria,Perez Lopez', 1],
])('compares whole names: “%s” has died, %s', async (dead, name, left) => {
  const line = row('7').replace('Ann,Lee', name)
  const gone = row('7', { email: '' }).replace('Ann,Lee', dead)
  const listed = table('First,Last', dead)
  const other = workbook({ Clients: table(HEADERS, line), Deceased: listed })
  const same = workbook({ Clients: table(`${HEADERS},Status`, `${gone},Deceased`, `${line},`) })
  for (const book of [other, same]) {
    const { rows } = await readBytes('a.xlsx', book)
    expect(rows.at(-1)?.damage ? 1 : 0).toBe(left)
  }
})

test('imports clients whom a sheet “Opposing Counsel” lists beside theirs', async () => {
  const clients = table(HEADERS, row('1'), row('2'))
  const others = table(`${HEADERS},Opposing Counsel`, `${row('1')},Bob Roe`)
  const { rows } = await readBytes(
    'a.xlsx',
    workbook({ Clients: clients, 'Opposing Counsel': others }),
  )
  expect(rows.map(({ damage }) => damage)).toEqual([undefined, undefined])
})

test.each(['xlsx', 'biff8', 'ods', 'xlml'] as const)(
  'heeds the notes of cells: %s',
  async (bookType) => {
    const lines = [HEADERS, row('1'), row('2'), row('3')].map((line) => `${line},Al`.split(','))
    const sheet = XLSX.utils.aoa_to_sheet([
      [...lines[0]!.slice(0, -1), 'Spouse'],
      ...lines.slice(1),
    ])
    sheet.D3.c = [{ a: 'Jo Doe', t: 'Jo Doe:\nDECEASED 1/2/2024' }]
    sheet.J4.c = [{ a: 'Jo Doe', t: 'deceased' }]
    const book = { SheetNames: ['Clients'], Sheets: { Clients: sheet } }
    const name = bookType === 'ods' ? 'a.ods' : bookType === 'xlsx' ? 'a.xlsx' : 'a.xls'
    const { rows } = await readBytes(name, XLSX.write(book, { type: 'buffer', bookType }))
    const damage = expect.stringContaining('A note of the sheet says “DECEASED 1/2/2024”, so')
    expect(rows.map((each) => each.damage)).toEqual([undefined, damage, undefined])
  },
)

test.each([
  ['Deceased', 1],
  ['Email Opt-Outs', 1],
  ['2024 DNC', 1],
  ['Clients without DNC', 0],
  ['DNC removed', 0],
  ['Excluded Assets', 0],
  ['No Contact Orders', 0],
  ['Do Not Contact (March 2024)', 1],
  ['Clients - Do Not Send Email', 1],
  ['No contact list', 1],
  ['No mail list', 1],
  ['No email', 0],
  ['Unsubscribed from e-mails', 1],
  ['DNC & Opt-Outs', 1],
  ['dnc2024', 1],
  ['Do Not Mail List', 1],
  ['No Contact Info', 0],
  ['Clients - No contact details', 0],
  ['Do Not Send Paper', 0],
  ['Opt Out of Paper', 0],
  ['Do not contact by phone', 0],
  ['Unsubscribed = No', 0],
  ['Opt Outs Reversed', 0],
])('rejects rows of an only sheet by its name: %s', async (name, left) => {
  const { rows } = await readBytes('a.xlsx', workbook({ [name]: table(HEADERS, row('1')) }))
  expect(rows.filter(({ damage }) => damage)).toHaveLength(left)
  if (left) expect(rows[0]!.damage).toMatch(`The sheet’s name says “${name}”, so`)
})

test('takes unknown headings above the data for headings', async () => {
  const lines = ['Ref_A,Given_B,Mail_C,Zip_D,Is_E', '1,Ann,ann@x.com,02134,No']
  const tables = await readFileTables(Buffer.from(lines.join('\n')), 'list.csv')
  expect(readTables(tables, {})).toMatchObject({ headerRow: 1, totalRows: 0 })
})
