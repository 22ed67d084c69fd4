import { created } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const ANN = 'N1,Ann,Lee,ann@x.com,617-555-0101'
const PERSON = 'Client Number,First Name,Last Name,Email,Phone'

/** Sheets whose headings mislead an importer. */
export const HEADINGS: Record<string, MadeUp> = {
  'spouse-in-front.csv': {
    content: [
      ',Spouse,,,Client,,,',
      'Client Number,First Name,Last Name,Email,First Name,Last Name,Email,Phone',
      'N1,Bob,Roe,bob@x.com,Ann,Lee,ann@x.com,617-555-0101',
    ].join('\n'),
    rows: [created({ first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })],
    unread: ['Spouse First Name', 'Spouse Email'],
  },
  'spouse-behind.csv': {
    content: [
      ',Client,,,,Spouse,,',
      `${PERSON},First Name,Last Name,Email`,
      'N1,Ann,Lee,ann@x.com,617-555-0101,Bob,Roe,bob@x.com',
    ].join('\n'),
    rows: [created({ first_name: 'Ann', email: 'ann@x.com' })],
  },
  'a-title-above-two-emails.csv': {
    content: ['Client List', `${PERSON},Email`, `${ANN},bob@x.com`].join('\n'),
    rows: [created({ email: 'ann@x.com' })],
    unread: ['Email'],
  },
  'property-in-front.csv': {
    content: [
      ',,,,,Property,,,,Mailing Address,,,',
      `${PERSON},Street,City,State,Zip,Street,City,State,Zip`,
      `${ANN},9 Rental Rd,Salem,MA,01970,1 Main St,Boston,MA,02134`,
    ].join('\n'),
    rows: [created({ address: '1 Main St', city: 'Boston', zip_code: '02134' })],
  },
}
