import { created, whole } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const ANN = 'N1,Ann,Lee,ann@x.com,617-555-0101'
const PERSON = 'Client Number,First Name,Last Name,Email,Phone'

const WHOLE = whole('N1', { first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })

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
  'emergency-above-phone.csv': {
    content: [
      ',,,Emergency Contact,,,Mailing Address,,,',
      'Client Number,First Name,Last Name,Name,Phone,Email,Street,City,State,Zip',
      'N1,Ann,Lee,Bob Roe,617-555-0109,bob@x.com,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [created({ email: '', phone_number: '', address: '1 Main St' })],
    unread: ['Emergency Contact Phone', 'Emergency Contact Email'],
  },
  'attorney-above-two-emails.csv': {
    content: ['Clients of Attorney Roe', `${PERSON},Email`, `${ANN},bob@x.com`].join('\n'),
    rows: [created({ email: 'ann@x.com' })],
  },
  'attorney-above-all.csv': {
    content: [',Clients of Attorney Roe', PERSON, ANN].join('\n'),
    rows: [created({ email: 'ann@x.com', phone_number: '(617) 555-0101' })],
  },
  'woocommerce.csv': {
    content: [
      'customer_id,billing_first_name,billing_last_name,billing_address_1,billing_city,billing_state,billing_postcode,billing_email,billing_phone,shipping_first_name,shipping_city',
      'N1,Ann,Lee,1 Main St,Boston,MA,02134,ann@x.com,617-555-0101,Bob,Salem',
    ].join('\n'),
    rows: [WHOLE],
  },
  'billing-email.csv': {
    content: 'Client Number,First Name,Last Name,Billing Email\nN1,Ann,Lee,accounts@x.com',
    rows: [{ kind: 'rejected' }],
    unread: ['Billing Email'],
  },
  'xero.csv': {
    content: [
      '*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAddressLine1,POAddressLine2,POCity,PORegion,POPostalCode,SAAddressLine1,SACity,SARegion,SAPostalCode,PhoneNumber',
      'Ann Lee,N1,ann@x.com,Ann,Lee,1 Main St,,Boston,MA,02134,9 Oak Ave,Salem,NH,03079,617-555-0101',
    ].join('\n'),
    rows: [WHOLE],
  },
  'mail-address.csv': {
    content: `${PERSON},Mail Address,City,State,Zip\n${ANN},1 Main St,Boston,MA,02134`,
    rows: [WHOLE],
  },
  'work-before-home.csv': {
    content: [
      `${PERSON},Work Street,Work City,Work State,Work Zip,Home Street,Home City,Home State,Home Zip`,
      `${ANN},9 Wharf Rd,Salem,MA,01970,1 Main St,Boston,MA,02134`,
      `${ANN.replace('N1', 'N2')},,,,,2 Main St,Boston,MA,02134`,
    ].join('\n'),
    rows: { 0: WHOLE },
  },
  'most-at-work.csv': {
    content: [
      `${PERSON},Home Street,Home City,Home State,Home Zip,Work Street,Work City,Work State,Work Zip`,
      `${ANN},1 Main St,Boston,MA,02134,9 Wharf Rd,Salem,MA,01970`,
      ...['N2', 'N3'].map((n) => `${ANN.replace('N1', n)},,,,,9 Wharf Rd,Salem,MA,01970`),
    ].join('\n'),
    rows: { 0: created({ address: '9 Wharf Rd', zip_code: '01970' }) },
  },
  'form-with-parts.csv': {
    content: [
      'Submission Date,Client Number,Name - First Name,Name - Last Name,What is your email address?,What is the best phone number to reach you?,Address - Street Address,Address - City,Address - State / Province,Address - Postal / Zip Code',
      '1/2/2026,N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'numbered-questions.csv': {
    content: [
      '1. Client Number,2) First Name,Q3 Last Name,Q4. What is your email?,5: Phone,6. Address,7. City,8. State,9. Zip',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'names-of-fields.csv': {
    content: [
      'client_id,name_first,name_last,email_1,phone_home,addr_street,addr_city,addr_state,addr_zip',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'google-forms.csv': {
    content: [
      'Timestamp,Email Address,What is your client number?,First name,Last name,Preferred email',
      '1/2/2026 10:00:00,helper@x.com,N1,Ann,Lee,ann@x.com',
      '1/2/2026 10:01:00,bob@x.com,N2,Bob,Roe,',
    ].join('\n'),
    rows: [created({ email: 'ann@x.com' }), created({ email: 'bob@x.com' })],
  },
  'contact-form-7.csv': {
    content: 'client_number,your-first-name,your_last_name,your-email\nN1,Ann,Lee,ann@x.com',
    rows: [created({ first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })],
  },
  'address-type.csv': {
    content: `${PERSON},Address Type,Address,City,State,Zip\n${ANN},Home,1 Main St,Boston,MA,02134`,
    rows: [WHOLE],
    unread: ['Address Type'],
  },
  'kinds-of-one-letter.csv': {
    content:
      'client_id,first,last,email,phone_c,phone_h\nN1,Ann,Lee,ann@x.com,617-555-0101,617-555-0102',
    rows: [created({ phone_number: '(617) 555-0101', alt_number: '(617) 555-0102' })],
  },
  'form-with-brackets.csv': {
    content: [
      'Name (First),Name (Last),Please enter your client number,Best Email,Best phone number,What is your current mailing address?,City,State,Zip',
      'Ann,Lee,N1,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'actionstep.csv': {
    content: [
      'Participant ID,First Name,Last Name,Physical Address Line 1,Physical Suburb/City,Physical State,Physical Postcode/Zip,Mailing Address Line 1,Mailing Suburb/City,Mailing State,Mailing Postcode/Zip,Phone 1,E-mail',
      'N1,Ann,Lee,9 Wharf Rd,Salem,MA,01970,1 Main St,Boston,MA,02134,617-555-0101,ann@x.com',
    ].join('\n'),
    rows: [WHOLE],
  },
  'amicus.csv': {
    content: [
      'First,Last,Main Address Line 1,Main City,Main State/Prov,Main Zip/Postal Code,Home #,E-mail #1,E-mail #2,Contact ID',
      'Ann,Lee,1 Main St,Boston,MA,02134,617-555-0101,ann@x.com,bob@x.com,N1',
    ].join('\n'),
    rows: [WHOLE],
    unread: ['E-mail #2'],
  },
  'pclaw.csv': {
    content: [
      'Client #,First Name,Last Name,Address 1,City,Prov/State,Postal/Zip,Bus. Phone,Email 1',
      'N1,Ann,Lee,1 Main St,Boston,MA,02134,617-555-0101,ann@x.com',
    ].join('\n'),
    rows: [WHOLE],
  },
  'timesolv.csv': {
    content: [
      'Client Id,Client Number,First Name,Last Name,Email 1,Phone 1,Address,City,State,Zip',
      '7788,N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
    unread: ['Client Id'],
  },
  'needles-and-sage.csv': {
    content: [
      'names_id,first_name,last_long_name,email,home_phone,Bill to Address-Line One,Bill to City,Bill to State,Bill to Zip',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'next-of-kin.csv': {
    content:
      'Client Number,First Name,Last Name,Next-of-Kin,Phone,Email\nN1,Ann,Lee,Bob,617-555-0102,b@x.com',
    rows: [{ kind: 'rejected' }],
    unread: ['Phone', 'Email'],
  },
  'incident-address.csv': {
    content: [
      `${PERSON},Incident Address,City,State,Zip,Home Address,City,State,Zip`,
      `${ANN},9 Oak Ave,Salem,MA,01970,1 Main St,Boston,MA,02134`,
    ].join('\n'),
    rows: [WHOLE],
  },
  'incident-address-beside-home.csv': {
    content: [
      `${PERSON},Incident Address,City,State,Zip,Home Address`,
      `${ANN},9 Oak Ave,Salem,MA,01970,1 Main St`,
    ].join('\n'),
    rows: [created({ address: '1 Main St', city: '', zip_code: '' })],
  },
  'two-addresses.csv': {
    content: [
      `${PERSON},Physical Address,City,State,Zip,Mailing Address,City,State,Zip`,
      `${ANN},9 Wharf Rd,Salem,MA,01970,1 Main St,Boston,MA,02134`,
    ].join('\n'),
    rows: [WHOLE],
  },
  'mailing-address-is-the-same.csv': {
    content: [
      `${PERSON},Physical Address,City,State,Zip,Mailing Address,City,State,Zip`,
      `${ANN},1 Main St,Boston,MA,02134,Same as physical,,,`,
      `${ANN.replace('N1', 'N2')},1 Main St,Boston,MA,02134,same,,,`,
    ].join('\n'),
    rows: { 0: WHOLE },
  },
  'questions-of-a-form.csv': {
    content: [
      'What is your full legal name?,Client ID Number,And your email?,Phones,Addresses,City,State / Province / Region,Zip',
      'Ann Lee,N1,ann@x.com,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [
      {
        kind: 'rejected',
        ...whole('N1', { last_name: 'Ann Lee', email: 'ann@x.com', phone_number: '617-555-0101' }),
      },
    ],
  },
  'two-numbered-addresses.csv': {
    content: [
      `${PERSON},Address 1,City 1,State 1,Zip 1,Address 2,City 2,State 2,Zip 2`,
      `${ANN},1 Main St,Boston,MA,02134,9 Wharf Rd,Salem,NH,03079`,
    ].join('\n'),
    rows: [WHOLE],
    unread: ['Address 2', 'City 2'],
  },
  'returned-mail.csv': {
    content: [
      `${PERSON},Address,City,State,Zip,Returned Mail,Bad Address`,
      `${ANN},1 Main St,Boston,MA,02134,1/2/2026,`,
      `${ANN.replaceAll(/N1|n@/g, '2$&')},1 Main St,Boston,MA,02134,,9 Old St`,
    ].join('\n'),
    rows: [created({ address: '', city: 'Boston' }), created({ address: '1 Main St' })],
  },
  'headings-in-words.csv': {
    content: [
      'Our File No,First Name & MI,Last Name or Company,Email Address 1,Main #,2nd Phone,Street or PO Box,"Apt, Suite, etc.",Residence City,State or Territory,Residence Zip,Country of Residence',
      'N1,Ann,Lee,ann@x.com,617-555-0101,617-555-0102,1 Main St,Apt 4,Boston,MA,02134,USA',
    ].join('\n'),
    rows: [
      whole('N1', {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@x.com',
        alt_number: '(617) 555-0102',
        address: '1 Main St, Apt 4',
        country: 'US',
      }),
    ],
  },
  'primary-of-each.csv': {
    content: [
      'Client Ref. No.,First,Last/Company,Email - Primary,Phone - Primary,Address,Address (cont.),City,State Abbr,Zip',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Apt 4,Boston,MA,02134',
    ].join('\n'),
    rows: [{ ...WHOLE, cells: { ...WHOLE.cells, address: '1 Main St, Apt 4' } }],
  },
  'rarer-headings.csv': {
    content: [
      'Clt #,Taxpayer 1st Name,Taxpayer Last Name,Taxpayer Email,House Phone,Eve. Phone,Account Address 1,Account City,State of Residence,Zip+4 Code',
      'N1,Ann,Lee,ann@x.com,617-555-0101,617-555-0102,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
  'old-and-new.csv': {
    content: [
      'Client Number,First Name,Last Name,Old Email,New Email,Old Phone,New Phone,Address,City,State,Zip',
      'N1,Ann,Lee,old@x.com,ann@x.com,617-555-0199,617-555-0101,1 Main St,Boston,MA,02134',
    ].join('\n'),
    rows: [WHOLE],
  },
}
