import { expect } from 'vitest'
import { created, whole } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const PLACE = '1 Main St,Boston,MA,02134'
const WHOLE = whole('N1', { first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })
const NOT_IMPORTED = { kind: 'rejected', reason: expect.stringContaining('is not imported') }

/** Sheets of programs for law firms, and of those that firms use beside them. */
export const CASE_PROGRAMS: Record<string, MadeUp> = {
  'time-matters.csv': {
    content: [
      'Client No,Last,First,Addr1,Addr2,City,ST,ZIP,Phone1,Phone1 Desc,Phone2,Phone2 Desc,Email1,Email1 Desc,Class',
      'N1,Lee,Ann,1 Main St,Apt 4,Boston,MA,02134,617-555-0101,Home,617-555-0109,Fax,ann@x.com,Personal,CLIENT',
      'N2,Roe,Bob,1 Main St,,Boston,MA,02134,617-555-0102,Home,,,jo@x.com,Assistant,CLIENT',
      'N3,Fox,Cat,1 Main St,,Boston,MA,02134,617-555-0103,Home,,,cat@law.com,Work,ATTORNEY',
    ].join('\n'),
    rows: [
      { cells: { ...WHOLE.cells, address: '1 Main St, Apt 4', alt_number: '' } },
      created({ email: '' }),
      NOT_IMPORTED,
    ],
  },
  'needles.csv': {
    content: [
      'casenum,party_id,role,our_client,first_name,last_long_name,home_phone,email,address,city,state,zipcode,deceased',
      `N1,1,Plaintiff,Y,Ann,Lee,617-555-0101,ann@x.com,${PLACE},N`,
      `N1,2,Defendant,N,Bob,Roe,617-555-0102,bob@x.com,${PLACE},N`,
    ].join('\n'),
    rows: [WHOLE, NOT_IMPORTED],
  },
  'actionstep.csv': {
    content: [
      'Participant ID,First Name,Last Name,E-mail,Phone 1 Label,Phone 1 Area,Phone 1 Number,Mailing Address Line 1,Mailing City,Mailing State Province,Mailing Postcode,Is Deceased',
      `N1,Ann,Lee,ann@x.com,Mobile,617,555-0101,${PLACE},F`,
      `N2,Bob,Roe,bob@x.com,Mobile,617,555-0102,${PLACE},T`,
    ].join('\n'),
    rows: [WHOLE, NOT_IMPORTED],
  },
  'airtable.csv': {
    content: [
      'Client #,First Name,Last Name,Email,Phone,Address,Assignee,Last modified',
      'N1,Ann,Lee,ann@x.com,617-555-0101,"1 Main St, Boston, MA 02134",Jo Doe,1/2/2024 10:00am',
    ].join('\n'),
    rows: [WHOLE],
    unread: ['Assignee', 'Last modified'],
  },
  'mycase.csv': {
    content: [
      'Client ID,First Name,Last Name,E-mail Address,Home Phone,Home Street,Home City,Home State,Home Postal Code,Contact Group,Archived',
      `N1,Ann,Lee,ann@x.com,617-555-0101,${PLACE},Client,No`,
      `N2,Bob,Roe,bob@x.com,617-555-0102,${PLACE},Client,Yes`,
      `N3,Cat,Fox,cat@x.com,617-555-0103,${PLACE},Lead,No`,
    ].join('\n'),
    rows: [WHOLE, created({ first_name: 'Bob' }), created({ first_name: 'Cat' })],
    preview: { notes: ['inactive 2'] },
  },
  'filemaker.csv': {
    content: [
      'Client No,First Name,Last Name,Email,Phone,Address,City,State,Zip',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St\x0bApt 4,Boston,MA,02134',
      'N2,Bob,Roe,bob@x.com,617-555-0102,1 Main St\x1dApt 4,Boston,MA,02134',
    ].join('\n'),
    rows: [
      { cells: { ...WHOLE.cells, address: '1 Main St, Apt 4' } },
      created({ address: '1 Main St, Apt 4' }),
    ],
  },
}
