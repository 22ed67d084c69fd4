import { expect, test } from 'vitest'
import { readBytes } from '../../../../testing/sheets/sheets.ts'

const PERSON = 'Client Number,First Name,Last Name,Email,Phone'
const WHERE = 'Address,City,State,Zip'
const PLACE = 'Boston,MA,02134'
const ANN = '1,Ann,Lee,ann@x.com,617-555-0101'

/** Cells of a sheet that has one client. */
async function cellsOf(more: string, texts: string) {
  const { rows } = await readBytes('list.csv', `${PERSON},${more}\n${ANN},${texts}`)
  return rows[0]!.cells
}

test.each([
  ['Address,PO Box,City,State,Zip', '1 Main St,No,Boston,MA,02134', '1 Main St'],
  ['Address,PO Box,City,State,Zip', '1 Main St,0,Boston,MA,02134', '1 Main St'],
  ['Address,PO Box,City,State,Zip', '1 Main St,12,Boston,MA,02134', '1 Main St, PO Box 12'],
  ['Care Of,Address,City,State,Zip', 'No,1 Main St,Boston,MA,02134', '1 Main St'],
  ['Care Of,Address,City,State,Zip', 'Bob Roe,1 Main St,Boston,MA,02134', 'c/o Bob Roe, 1 Main St'],
  [
    'Street Number,Direction,Street Name,City,State,Zip',
    '1,N,Main St,Boston,MA,02134',
    '1 N Main St',
  ],
  ['House No.,Street Name,Suffix,City,State,Zip', '1,Main,St,Boston,MA,02134', '1 Main St'],
  ['House No.,Street Name,Suffix,City,State,Zip', '1,Main St,Jr.,Boston,MA,02134', '1 Main St'],
  ['Address,Suffix,City,State,Zip', '1 Main St,Dr.,Boston,MA,02134', '1 Main St'],
])('reads “%s” with “%s” as “%s”', async (headings, texts, address) => {
  expect((await cellsOf(headings, texts)).address).toBe(address)
})

test('empties “No” among post office boxes', async () => {
  const lines = [
    `${PERSON},City,State,Zip,Address,PO Box`,
    `${ANN},${PLACE},1 Main St,No`,
    `${ANN},${PLACE},2 Main St,12`,
  ]
  const { rows } = await readBytes('list.csv', lines.join('\n'))
  expect(rows.map(({ cells }) => cells.address)).toEqual(['1 Main St', '2 Main St, PO Box 12'])
})

test('prefers the home address to that of the account', async () => {
  const parts = ['Address', 'City', 'State', 'Zip']
  const headings = ['Account', 'Home'].flatMap((kind) => parts.map((part) => `${kind} ${part}`))
  const texts = '9 Corp Rd,Lowell,NH,03060,1 Main St,Boston,MA,02134'
  const home = { address: '1 Main St', city: 'Boston', state: 'MA', zip_code: '02134' }
  expect(await cellsOf(headings.join(), texts)).toMatchObject(home)
})

test('takes the cap of a fee for no zip code', async () => {
  const cells = await cellsOf('Cap,Address,City,State,Zip', '25000,1 Main St,Boston,MA,02134')
  expect(cells.zip_code).toBe('02134')
})

test('reads a sheet whose “Email” is “No” beside an attorney’s email', async () => {
  const text = `Client Number,First Name,Last Name,Phone,Address,City,State,Zip,Email,Attorney Email\n1,Ann,Lee,617-555-0101,1 Main St,${PLACE},No,z@law.com`
  const { rows } = await readBytes('list.csv', text)
  expect(rows[0]).not.toHaveProperty('damage')
})

test.each(['Buyer', 'Tenant', 'Plaintiff', 'Inactive', 'Child Custody'])(
  'keeps the email of a client whose “Type” is “%s”',
  async (type) => {
    const text = `Client Number,First Name,Last Name,Phone,Address,City,State,Zip,Email,Type\n1,Ann,Lee,617-555-0101,1 Main St,${PLACE},ann@x.com,${type}`
    const { rows } = await readBytes('list.csv', text)
    expect(rows[0]!.cells.email).toBe('ann@x.com')
  },
)

test('takes the email behind “Notary: No” for the client’s', async () => {
  const lines = [
    'Client Number,First Name,Last Name,Phone,Address,City,State,Zip,Notary,Email',
    `1,Ann,Lee,617-555-0101,1 Main St,${PLACE},No,k9@x.com`,
  ]
  const { rows } = await readBytes('list.csv', lines.join('\n'))
  expect(rows[0]!.cells.email).toBe('k9@x.com')
})

test('takes “10:00am” for no country', async () => {
  const cells = await cellsOf(
    'Address,City,State,Zip,Last modified',
    `1 Main St,${PLACE},1/2/2024 10:00am`,
  )
  expect(cells).not.toHaveProperty('country')
})

test('joins “Phone 2 Area” to the number behind it', async () => {
  const cells = await cellsOf(
    'Phone 2 Area,Alt Phone,Address,City,State,Zip',
    `781,555-0102,1 Main St,${PLACE}`,
  )
  expect(cells.alt_number).toBe('781-555-0102')
})

test.each([
  ['Lee Jr.', 'Jr', 'Lee Jr.'],
  ['Lee Jr', 'Jr.', 'Lee Jr'],
  ['Smith Jr', 'jr.', 'Smith Jr'],
  ['Lee, Jr', 'JR', 'Lee, Jr'],
  ['Lee', ', Jr.', 'Lee Jr.'],
  ['Lee', 'III', 'Lee III'],
])('the last name “%s” with the suffix “%s” is “%s”', async (last, suffix, whole) => {
  const client = `1,Ann,"${last}",ann@x.com,617-555-0101,"${suffix}",1 Elm St,${PLACE}`
  const { rows } = await readBytes('list.csv', `${PERSON},Suffix,${WHERE}\n${client}`)
  expect(rows[0]!.cells.last_name).toBe(whole)
})

test('a whole phone number under “Ext” is no extension', async () => {
  const read = (text: string) => cellsOf(`Ext,${WHERE}`, `${text},1 Elm St,${PLACE}`)
  expect(await read('617-555-0199')).toHaveProperty('phone_number', '617-555-0101')
  expect(await read('x19')).toHaveProperty('phone_number', '617-555-0101 ext. 19')
})
