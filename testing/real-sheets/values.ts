import { HEADERS, row } from '../import-file.ts'
import { created, holds, proposes, rejectedFor, suggests } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const withEmail = (email: string) => `${HEADERS}\n${row('1', { email })}`

const OF_OTHERS = [
  'b@x.com (spouse)',
  'Daughter: b@x.com',
  'a@x.com (old)',
  'do not use a@x.com',
  'Bob Roe <b@x.com>',
  'b@x.com for Ann',
  'c/o b@x.com',
  'a@x.com -> a2@x.com',
  'a@x.com (not working)',
  'a@x.co m',
  '"""Lee, Ann"" <a@x.com>; ""Lee, Bob"" <b@x.com>"',
]

/** Sheets whose values a person must judge. */
export const VALUES: Record<string, MadeUp> = {
  'four-digits.csv': {
    content: `${HEADERS}\n${row('1', { zip: '1000' }).replace(',MA,', ',NY,')}`,
    rows: [
      {
        ...rejectedFor('zip_code', /4 digits in your sheet/),
        ...suggests({ zip_code: '' }, { state: 'MA', zip_code: '01000' }),
      },
    ],
  },
  'swiss.csv': {
    content: `${HEADERS},Country\n${row('1', { zip: '8001' })},Schweiz`,
    rows: [created({ zip_code: '8001', country: 'CH' })],
  },
  'comma-in-email.csv': {
    content: withEmail('"ann@example,com"'),
    rows: [proposes('ann@example.com')],
  },
  'apostrophe-in-email.csv': {
    content: withEmail('o’neil@x.com'),
    rows: [proposes("o'neil@x.com")],
  },
  'link-in-email.csv': {
    content: withEmail('<a href=mailto:ann@x.com>ann@x.com</a>'),
    rows: [proposes('ann@x.com')],
  },
  'emails-of-others.csv': {
    content: [
      HEADERS,
      ...OF_OTHERS.map((email, at) => row(`${at}`, { email })),
      row('98', { email: 'a@x.com or agent@x.com' }),
      row('99', { email: '“a@x.com”' }),
    ].join('\n'),
    rows: [
      ...OF_OTHERS.map(() => ({ kind: 'rejected', suggestions: [] })),
      { suggestions: [{ text: '2 email addresses in one cell.', action: 'Use a@x.com' }] },
      created({ email: 'a@x.com' }),
    ],
  },
  'emails-with-a-name.csv': {
    content: [
      HEADERS,
      ...[
        '"Ann B. Lee <a1@x.com>"',
        '"bob@x.com; ann2@x.com"',
        'h: a3@x.com',
        'Email: a4@x.com',
      ].map((email, at) => row(`${at}`, { email })),
    ].join('\n'),
    rows: ['a1@x.com', 'ann2@x.com', 'a3@x.com', 'a4@x.com'].map(proposes),
  },
  'former-addresses.csv': {
    content: [
      HEADERS,
      ...[
        '(OLD) 1 Elm St',
        '1 Elm St (moved 2020)',
        'BAD ADDRESS 1 Elm St',
        '"1 Elm St, returned mail"',
        '1 Elm St (Old Town)',
        '5 Old Address Rd',
      ].map((address, at) => row(`${at}`, { address, email: `a${at}@x.com`, first: `A${at}` })),
    ].join('\n'),
    rows: [
      ...Array.from({ length: 4 }, () =>
        created({ address: '', city: 'Boston' }, { missing: ['address'] }),
      ),
      created({ address: '1 Elm St (Old Town)' }),
      created({ address: '5 Old Address Rd' }),
    ],
  },
  'abroad-under-state.csv': {
    content: `${HEADERS}\n${row('1', { zip: 'SW1A 2AA' }).replace(',MA,', ',England,')}`,
    rows: [{ kind: 'rejected', ...suggests({ country: 'GB' }) }],
  },
  'blanks-in-email.csv': { content: withEmail('ann @ x.com'), rows: [proposes('ann@x.com')] },
  'cards.csv': {
    content: 'BEGIN:VCARD\nVERSION:3.0\nN:Lee;Ann\nEND:VCARD',
    refused: 'is a file of contact cards (vCard), not a sheet',
  },
  'domain.csv': {
    content: withEmail('ann@bücher.example'),
    rows: [created({ email: 'ann@xn--bcher-kva.example' })],
  },
  'last-first.csv': {
    content: `${HEADERS.replace('First Name,Last Name', 'Name')}\n${row('1').replace('Ann,Lee', '"Lee, Ann"')}`,
    rows: [suggests({ first_name: 'Ann', last_name: 'Lee' })],
  },
  'client.csv': {
    content: `${HEADERS.replace('First Name,Last Name', 'Client')}\n${row('1').replace('Ann,Lee', '"Lee, Ann"')}`,
    rows: [suggests({ first_name: 'Ann', last_name: 'Lee' })],
  },
  'whole-names.csv': {
    content: [
      HEADERS.replace('First Name,Last Name', 'Client Name'),
      ...[
        'Ann Lee',
        'Mary Ann Smith',
        'Dr. Peter van der Berg Jr.',
        'Acme Roofing LLC',
        'Bob & Sue Miller',
        '"Jane Roe, Trustee"',
        '"Jane Roe, CPA"',
        'Cher',
        'Van Morrison',
        'De La Cruz',
        '"Ann Lee, Deceased"',
        'Ann Lee - DO NOT CONTACT',
        'Ann Lee aka Annie',
        '"*Lee, Ann"',
        '"Roe , Mrs. Jane"',
        `"O'Brien, Patrick Jr."`,
        '"Smith, John A., III"',
        '"Lee Jr., Ann"',
        '"King, Jr., Martin Luther"',
        '"Ann Lee, Jr."',
        '"Smith, John I."',
        '"Smith, Jones, CPA"',
      ].map((name, n) => row(`${n + 1}`).replace('Ann,Lee', name)),
    ].join('\n'),
    rows: [
      suggests({ first_name: 'Ann', last_name: 'Lee' }),
      suggests({ first_name: 'Mary Ann', last_name: 'Smith' }),
      suggests({ first_name: 'Peter', last_name: 'van der Berg Jr.' }),
      ...['4', '5', '6'].map(() => ({
        ...rejectedFor('first_name', /First name is required/),
        suggestions: [],
      })),
      suggests({ first_name: 'Jane', last_name: 'Roe, CPA' }),
      ...Array.from({ length: 7 }, () => ({ suggestions: [] })),
      suggests({ first_name: 'Jane', last_name: 'Roe' }),
      suggests({ first_name: 'Patrick', last_name: "O'Brien Jr." }),
      suggests({ first_name: 'John A.', last_name: 'Smith III' }),
      suggests({ first_name: 'Ann', last_name: 'Lee Jr.' }),
      suggests({ first_name: 'Martin Luther', last_name: 'King Jr.' }),
      suggests({ first_name: 'Ann', last_name: 'Lee, Jr.' }),
      suggests({ first_name: 'John I.', last_name: 'Smith' }),
      { suggestions: [] },
    ],
  },
  'no-first-name.csv': {
    content: [HEADERS, row('1', { first: '', last: 'Garcia Lopez' })].join('\n'),
    rows: [{ ...rejectedFor('first_name', /First name is required/), suggestions: [] }],
  },
  'city-state-zip.csv': {
    content: [
      'Client Number,First Name,Last Name,Email,Phone,Street,"City, State Zip"',
      'N1,Ann,Lee,a@x.com,617-555-0101,1 Main St,"Boston, MA 02134"',
      'N2,Bob,Moss,b@x.com,617-555-0101,2 Main St,New York New York 10001-1234',
      'N3,Cat,Fox,c@x.com,617-555-0101,3 Main St,"Boston, NY 02134"',
    ].join('\n'),
    rows: [
      created({ address: '1 Main St', city: 'Boston', state: 'MA', zip_code: '02134' }),
      created({ city: 'New York', state: 'NY', zip_code: '10001-1234' }),
      created({ city: 'Boston, NY 02134', state: '' }),
    ],
  },
  'city-with-its-state.csv': {
    content: [
      HEADERS,
      row('1', { city: '"Boston, MA"' }),
      row('2', { city: '"Boston, NY"', email: 'b@x.com' }),
    ].join('\n'),
    rows: [created({ city: 'Boston', state: 'MA' }), created({ city: 'Boston, NY', state: 'MA' })],
  },
  'house-number.csv': {
    content: `${HEADERS.replace('Address', 'Street No,Street Name,Apt')}\n${row('1', { address: '12,Main St,4B' })}`,
    rows: [created({ address: '12 Main St, 4B', city: 'Boston' })],
  },
  'street-in-parts.csv': {
    content: [
      `${HEADERS.replace('Address', 'House Number,Pre Dir,Street Name,Street Suffix,Post Dir,Unit')}`,
      row('1', { address: '12,N,Main,St,,' }),
      row('2', { address: '14,,Elm,Ave,NW,4B', email: 'b@x.com' }),
      row('3', { address: '14,,Elm,Ave,,E', email: 'c@x.com' }),
    ].join('\n'),
    // A change of another column keeps the address's parts joined.
    change: { column: { index: 3, field: 'ignored' } },
    rows: ['12 N Main St', '14 Elm Ave NW, 4B', '14 Elm Ave, E'].map((address) =>
      holds({ address }),
    ),
  },
  'address-in-one-cell.csv': {
    content: [
      'Client Number,First Name,Last Name,Email,Phone,Address',
      'N1,Ann,Lee,a@x.com,617-555-0101,"1 Main St, Apt 2, Boston, MA 02134"',
      'N2,Bob,Moss,b@x.com,617-555-0101,"2 Main St\nSalem Mass. 01970, USA"',
      'N3,Cat,Fox,c@x.com,617-555-0101,3 Main St Boston MA 02134',
    ].join('\n'),
    rows: [
      created({ address: '1 Main St, Apt 2', city: 'Boston', state: 'MA', zip_code: '02134' }),
      created({ address: '2 Main St', city: 'Salem', state: 'MA', zip_code: '01970' }),
      created({ address: '3 Main St Boston MA 02134', city: '' }),
    ],
  },
  'address-repeats-its-parts.csv': {
    content: [
      HEADERS,
      row('1', { address: '"1 Main St, Apt 2, Boston, MA 02134"' }),
      row('2', { address: '"1 Main St, Salem, MA 01970"', email: 'b@x.com' }),
    ].join('\n'),
    rows: [
      created({ address: '1 Main St, Apt 2', city: 'Boston', state: 'MA', zip_code: '02134' }),
      rejectedFor('address', /ends with MA 01970, but the zip code is 02134/),
    ],
  },
  'labels-in-address.csv': {
    content: [
      'Client Number,First Name,Last Name,Email,Phone,Address',
      'N1,Ann,Lee,a@x.com,617-555-0101,"Street Address: 1 Main St\nStreet Address Line 2: Apt 2\nCity: Boston\nState / Province: MA\nPostal / Zip Code: 02134\nCountry: United States"',
      'N2,Bob,Moss,b@x.com,617-555-0101,"Attn: Bob, 2 Main St, Gate: left, Code: 5"',
    ].join('\n'),
    rows: [
      created({ address: '1 Main St, Apt 2', city: 'Boston', state: 'MA', zip_code: '02134' }),
      created({ address: 'Attn: Bob, 2 Main St, Gate: left, Code: 5' }),
    ],
  },
  'no-email.csv': {
    content: [
      HEADERS,
      ...[
        'none@none.com',
        'noemail@gmail.com',
        'no.email@firm.com',
        'NA@na.com',
        'no@email.com',
        'noreply@firm.com',
        'na@firm.com',
        'nobodyknows@firm.com',
        'test@firm.com',
      ].map((email, at) => row(`${at}`, { first: `Ann ${'ABCDEFGHI'[at]}`, email })),
    ].join('\n'),
    rows: ['', '', '', '', '', '', 'na@firm.com', 'nobodyknows@firm.com', 'test@firm.com'].map(
      (email) => created({ email }),
    ),
  },
  'canada.csv': {
    content: `${HEADERS}\n${row('1', { city: 'Toronto', zip: 'M5V 2T6' }).replace(',MA,', ',ON,')}`,
    rows: [suggests({ country: 'CA' })],
  },
  'state-as-country.csv': {
    content: `${HEADERS},Country\n${row('1')},MA\n${row('2', { email: 'b@x.com' })},USA`,
    rows: [suggests({ country: 'US' }), { suggestions: [] }],
  },
  'spanish.csv': {
    content: [
      'Número de Cliente;Nombre;Apellidos;Correo Electrónico;Teléfono;Dirección;Ciudad;Estado;Código Postal;País',
      'N1;Ana;Ruiz;a@x.com;787-555-0101;1 Calle Luna;San Juan;PR;00901;Puerto Rico',
    ].join('\n'),
    rows: [created({ first_name: 'Ana', address: '1 Calle Luna', state: 'PR', zip_code: '00901' })],
  },
  'several-addresses.csv': {
    content: `${HEADERS}\n${row('1', { address: '1 Elm St ::: 9 Oak Ave', city: 'Boston ::: Salem', zip: '02134 ::: 01970' }).replace(',MA,', ',MA ::: MA,')}`,
    rows: [created({ address: '1 Elm St', city: 'Boston', state: 'MA', zip_code: '02134' })],
  },
  'null.csv': {
    content: [
      HEADERS,
      ...['NULL', '<NULL>', 'None', '\\N', 'Unknown'].map((last, at) =>
        row(`${at}`, { last, email: `c${at}@x.com` }),
      ),
      row('9', { first: 'ANN', last: 'NULL' }),
    ].join('\n'),
    rows: ['', '', 'None', '', '', 'NULL'].map((last_name) => created({ last_name })),
  },
}
