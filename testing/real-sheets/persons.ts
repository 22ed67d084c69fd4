import { csv, HEADERS, row } from '../import-file.ts'
import { created, holds, rejectedFor, suggests } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const END = '617-555-0101,1 Main St,Boston,MA,02134'

/** Sheets in which several columns say who a client is, how to reach them, or whether to. */
export const PERSONS: Record<string, MadeUp> = {
  'whole-names-beside-parts.csv': {
    content: [
      'Client Number,First Name,Last Name,Display Name,Email,Phone,Address,City,State,Zip,Note',
      `N1,Ann,Lee,Bob Roe,ann@x.com,${END},a`,
      `N2,,,"Fox, Cat",cat@x.com,${END},b`,
      `N3,,Gow,Eve Gow,eve@x.com,${END},c`,
      `N4,,Gow,Dan Elm,dan@x.com,${END},d`,
      `N5,,,Acme LLC,acme@x.com,${END},e`,
      `N6,,,Ida Kay,ida@x.com,${END},f`,
      `N7,,,Max Moe,jo@x.com,${END},g`,
    ].join('\n'),
    stored: csv(
      row('N6', { first: 'Ida', last: 'Kay', email: 'ida@x.com' }),
      row('N7', { first: 'Jo', last: 'Low', email: 'jo@x.com' }),
    ),
    // A change of another column keeps the whole names.
    change: { column: { index: 10, field: 'ignored' } },
    rows: [
      created({ first_name: 'Ann', last_name: 'Lee' }),
      suggests({ first_name: 'Cat', last_name: 'Fox' }),
      suggests({ first_name: 'Eve', last_name: 'Gow' }),
      { ...rejectedFor('first_name', /is required/), cells: { last_name: 'Gow' }, suggestions: [] },
      { kind: 'rejected', cells: { last_name: 'Acme LLC' }, suggestions: [] },
      { kind: 'changed', cells: { first_name: 'Ida', last_name: 'Kay', email: 'ida@x.com' } },
      rejectedFor('first_name', /“Max Moe” may not be Jo Low/),
    ],
  },
  'whole-names-beside-last-names.csv': {
    content: [
      HEADERS,
      row('1', { first: '"Lee, Ann"' }),
      row('2', { first: 'Bob Lee', email: 'b@x.com' }),
      row('3', { first: 'Cat Fox', last: 'Cat Fox', email: 'c@x.com' }),
      row('4', { first: 'Ann Lee', last: 'Roe', email: 'd@x.com', phone: '(   )   -' }),
    ].join('\n'),
    rows: [
      suggests({ first_name: 'Ann', last_name: 'Lee' }),
      suggests({ first_name: 'Bob', last_name: 'Lee' }),
      suggests({ first_name: 'Cat', last_name: 'Fox' }),
      { suggestions: [], cells: { phone_number: '' } },
    ],
  },
  'preferred-email.csv': {
    content: [
      'Client Number,First Name,Last Name,Home Email,Work Email,Preferred Email,Phone',
      'N1,Ann,Lee,a@home.com,a@work.com,Home,617-555-0101',
      'N2,Bob,Roe,b@home.com,b@work.com,Work,617-555-0101',
      'N3,Cat,Fox,c@home.com,,Work,617-555-0101',
      'N4,Dan,Elm,,d@work.com,,617-555-0101',
    ].join('\n'),
    change: { column: { index: 6, field: 'ignored' } },
    rows: ['a@home.com', 'b@work.com', 'c@home.com', 'd@work.com'].map((email) => holds({ email })),
    unread: ['Preferred Email'],
  },
  'preferred-email-and-phone.csv': {
    content: [
      'Client Number,First Name,Last Name,Email,Email 2,Preferred Email,Preferred Phone,Cell',
      'N1,Ann,Lee,a@x.com,a2@x.com,Email 1,Cell,617-555-0101',
      'N2,Bob,Roe,b@x.com,b2@x.com,Email 2,Cell,617-555-0102',
    ].join('\n'),
    rows: [
      created({ email: 'a@x.com', phone_number: '(617) 555-0101' }),
      created({ email: 'b@x.com', phone_number: '(617) 555-0102' }),
    ],
    unread: ['Preferred Email', 'Preferred Phone'],
  },
  'extension-behind-a-zip-code.csv': {
    content: `${HEADERS},Phone Ext\n${row('1', { zip: '02134-1234' })},12`,
    rows: [created({ zip_code: '02134-1234', phone_number: '(617) 555-0140' })],
    unread: ['Phone Ext'],
  },
  'suffixes-and-extensions.csv': {
    content: [
      'Client Number,First Name,Last Name,Name Suffix,Email,Work Phone,Work Ext.,Home Phone',
      'N1,John,Lee,Jr.,j@x.com,617-555-0101,12,617-555-0102',
      'N2,John,Lee,Sr.,j@x.com,617-555-0101 x7,x12,',
      'N3,Cat,Fox III,III,c@x.com,,12,617-555-0102',
      'N4,Dan,Fox,Esq.,d@x.com,617-555-0101,,',
    ].join('\n'),
    rows: [
      created({ last_name: 'Lee Jr.', phone_number: '(617) 555-0101 ext. 12' }),
      created({ last_name: 'Lee Sr.', phone_number: '(617) 555-0101 ext. 7' }),
      created({ last_name: 'Fox III', phone_number: '(617) 555-0102' }),
      created({ last_name: 'Fox', phone_number: '(617) 555-0101' }),
    ],
  },
}
