import { created, holds, suggests, whole } from './expected.ts'
import type { MadeUp } from './made-up.ts'

const PERSON = 'Client Number,First Name,Last Name,Email,Phone'
const ANN = 'N1,Ann,Lee,ann@x.com,617-555-0101'
const PLACE = '1 Main St,Boston,MA,02134'
const WHOLE = whole('N1', { first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })
const WITH_UNIT = { cells: { ...WHOLE.cells, address: '1 Main St, Apt 4' } }

/** Each row names a client, and then another person with an email and a phone of their own. */
const COUPLES = [
  `N1,Ann,Lee,Bob,Lee,ann@x.com,bob@x.com,617-555-0101,617-555-0102,${PLACE}`,
  `N2,Cat,Fox,Dan,Fox,,dan@x.com,,617-555-0104,${PLACE}`,
]
const FIRST_PERSONS = [
  { cells: { ...WHOLE.cells, alt_number: '' } },
  created({ email: '', phone_number: '', alt_number: '' }),
]

/** Sheets with the headings of programs that write names, phones and addresses in a way of their own. */
export const PROGRAMS: Record<string, MadeUp> = {
  'outlook-spanish.csv': {
    content: [
      'Nombre,Apellidos,Calle del trabajo,Ciudad de trabajo,Calle del domicilio,Calle 2 del domicilio,Ciudad de residencia,Provincia o estado de residencia,Código postal de residencia,País o región de residencia,Teléfono particular,Cuenta,Dirección de correo electrónico',
      'Ann,Lee,,,1 Main St,Apt 4,Boston,MA,02134,Estados Unidos,617-555-0101,N1,ann@x.com',
    ].join('\n'),
    rows: [WITH_UNIT],
  },
  'filevine.csv': {
    content: [
      'Contact ID,First Name,Last Name,Email 1 Address,Email 2 Address,Phone 1 Label,Phone 1 Number,Address 1 Line 1,Address 1 Line 2,Address 1 City,Address 1 State,Address 1 Postal Code,Address 2 Line 1,Address 2 City',
      'N1,Ann,Lee,ann@x.com,bob@x.com,Mobile,617-555-0101,1 Main St,Apt 4,Boston,MA,02134,9 Oak Ave,Salem',
    ].join('\n'),
    rows: [WITH_UNIT],
    unread: ['Email 2 Address', 'Address 2 Line 1'],
  },
  'leap.csv': {
    content: [
      'Client No,Surname,Given Names,Street No.,Street Name,Street Suburb,Street State,Street Postcode,Postal Suburb,Mobile,Email 1',
      'N1,Lee,Ann,1,Main St,Boston,MA,02134,Salem,617-555-0101,ann@x.com',
    ].join('\n'),
    rows: [WHOLE],
    unread: ['Postal Suburb'],
  },
  'quickbooks-desktop.csv': {
    content: [
      'Account No.,First Name,Last Name,Main Phone,Secondary Contact,Job Title,Main Email',
      'N1,Ann,Lee,617-555-0101,Bob Roe,,ann@x.com',
    ].join('\n'),
    rows: [created({ email: 'ann@x.com', phone_number: '(617) 555-0101' })],
  },
  'quickbooks-desktop-bill-to.csv': {
    content: [
      'Account No.,Customer,Company,First Name,Last Name,Main Phone,Main Email,Bill to 1,Bill to 2,Bill to 3,Bill to 4,Bill to 5,Ship to 1,Ship to 2,Ship to 3',
      'N1,"Lee, Ann",,Ann,Lee,617-555-0101,ann@x.com,Ms. Ann B. Lee,1 Main St,"Boston, MA 02134",,,Ann Lee,9 Oak Ave,"Salem, MA 01970"',
      'N2,"Roe, Bob",Acme LLC,Bob,Roe,617-555-0101,bob@x.com,Acme LLC,1 Main St,Suite 4,"Boston, MA 02134",USA,,,',
      'N3,"Fox, Cat",,Cat,Fox,617-555-0103,cat@x.com,Cat Fox,"Boston, MA 02134",,,,,,',
      'N4,"Elm, Dan",,Dan,Elm,617-555-0104,dan@x.com,Dan Elm,1 Main St,Boston MA,,,,,',
    ].join('\n'),
    rows: [
      WHOLE,
      whole('N2', { address: 'Acme LLC, 1 Main St, Suite 4' }),
      created({ address: '', city: 'Boston', state: 'MA', zip_code: '02134' }),
      created({ address: '1 Main St, Boston MA', city: '' }),
    ],
    unread: ['Company', 'Ship to 2'],
  },
  'state-zip.csv': {
    content: [
      `${PERSON},Street,City,State Zip`,
      `${ANN},1 Main St,Boston,MA 02134`,
      'N2,Bob,Roe,bob@x.com,617-555-0102,1 Main St,Boston,Massachusetts 02134-1234',
      'N3,Cat,Fox,cat@x.com,617-555-0103,1 Main St,Boston,MA 99501',
      'N4,Dan,Elm,dan@x.com,617-555-0104,1 Main St,Boston,MA',
    ].join('\n'),
    rows: [
      WHOLE,
      created({ city: 'Boston', state: 'MA', zip_code: '02134-1234' }),
      suggests({ state: 'AK' }),
      created({ state: 'MA', zip_code: '' }),
    ],
  },
  'a-main-email-behind-a-spouse.csv': {
    content: `Client No,First Name,Last Name,Spouse,Main Email\nN1,Ann,Lee,Bob Roe,bob@x.com`,
    rows: [{ kind: 'rejected' }],
    unread: ['Main Email'],
  },
  'couple-numbered.csv': {
    content: [
      'Client #,First Name 1,Last Name 1,First Name 2,Last Name 2,Email 1,Email 2,Phone 1,Phone 2,Street,City,State,Zip',
      ...COUPLES,
    ].join('\n'),
    rows: FIRST_PERSONS,
    unread: ['Email 2', 'Phone 2'],
  },
  'primary-and-secondary.csv': {
    content: [
      'Client #,Primary First Name,Primary Last Name,Secondary First Name,Secondary Last Name,Primary Email,Secondary Email,Primary Phone,Secondary Phone,Address,City,State,Zip',
      ...COUPLES,
    ].join('\n'),
    rows: FIRST_PERSONS,
    unread: ['Secondary Email', 'Secondary Phone'],
  },
  'client-and-co-client.csv': {
    content: [
      'Matter No,Client First Name,Client Last Name,Co-Client First Name,Co-Client Last Name,Client Email,Co-Client Email,Client Cell,Co-Client Cell,Address,City,State,Zip',
      ...COUPLES,
    ].join('\n'),
    rows: [WHOLE, created({ email: '', phone_number: '' })],
  },
  'apostrophes-everywhere.csv': {
    content: [
      `${PERSON},Address,City,State,Zip`,
      `${ANN},${PLACE}`.replaceAll(/^|,/g, "$&'"),
      `'N2,Ann,'t Zand,'ann2@x.com,'617-555-0102,${PLACE}`,
    ].join('\n'),
    rows: [WHOLE, created({ client_number: 'N2', last_name: "'t Zand" })],
  },
  'rocket-matter.csv': {
    content: [
      'Client First Name,Client Last Name,Client ID,Client Email Address 1,Client Email Address 2,Client Phone Number 1,Client Address 1 Street,Client Address 1 City,Client Address 1 State,Client Address 1 Zip',
      `Ann,Lee,N1,ann@x.com,bob@x.com,617-555-0101,${PLACE}`,
    ].join('\n'),
    rows: [WHOLE],
    unread: ['Client Email Address 2'],
  },
  'client-1-and-2.csv': {
    content: [
      'File #,Client 1 First,Client 1 Last,Client 1 Email,Client 2 First,Client 2 Last,Client 2 Email,Address,City,State,Zip',
      `N1,Ann,Lee,ann@x.com,Bob,Lee,bob@x.com,${PLACE}`,
      `N2,Cat,Fox,,Dan,Fox,dan@x.com,${PLACE}`,
    ].join('\n'),
    rows: [created({ first_name: 'Ann', email: 'ann@x.com' }), created({ email: '' })],
    unread: ['Client 2 First', 'Client 2 Email'],
  },
  'free-questions.csv': {
    content: [
      "Hi! What's your *first name*?,And your *last name*?,What's your client number?,4. Which email address may we use for you?,What phone number can we reach you at?,What is your spouse’s email?,May we send your child's school an e-mail?,Do you have an email?",
      'Ann,Lee,N1,ann@x.com,617-555-0101,bob@x.com,No,Yes',
    ].join('\n'),
    rows: [holds({ client_number: 'N1', first_name: 'Ann', last_name: 'Lee', email: 'ann@x.com' })],
    unread: ['What is your spouse’s email?', 'Do you have an email?'],
  },
  'legal-and-preferred.csv': {
    content: `Client ID,Preferred First Name,Legal First Name,Legal Last Name,Preferred Email\nN1,Annie,Ann,Lee,ann@x.com`,
    rows: [created({ first_name: 'Ann', email: 'ann@x.com' })],
  },
  'prefixes-of-a-database.csv': {
    content: `CLI_ID,CLI_FNAME,CLI_LNAME,CLI_EMAIL,CLI_HPHONE,CLI_ADDR1,CLI_CITY,CLI_STATE,CLI_ZIP\n${ANN},${PLACE}`,
    rows: [WHOLE],
  },
  'a-number-under-client.csv': {
    content: `Client,Client Number,First Name,Last Name,Email\n77,${ANN.slice(0, 20)}`,
    rows: [created({ client_number: 'N1', first_name: 'Ann' })],
  },
  'client-and-matter.csv': {
    content: [
      'Client,Matter Number,First,Last,Email,Phone,Address,City,State,Zip',
      `1001,001,${ANN.slice(3)},${PLACE}`,
      `1002,001,Bob,Roe,bob@x.com,617-555-0102,${PLACE}`,
    ].join('\n'),
    rows: [
      { cells: { ...WHOLE.cells, client_number: '1001' } },
      created({ client_number: '1002', first_name: 'Bob' }),
    ],
  },
  'four-address-lines.csv': {
    content: [
      `${PERSON},Address 1,Address 2,Address 3,Address 4`,
      `${ANN},c/o Dan,1 Main St,Apt 4,"Boston, MA 02134"`,
    ].join('\n'),
    rows: [whole('N1', { address: 'c/o Dan, 1 Main St, Apt 4' })],
  },
  'area-codes.csv': {
    content: [
      'Client Number,First Name,Last Name,Email,Area Code,Phone,Cell Area Code,Cell Number',
      'N1,Ann,Lee,ann@x.com,(617),555-0101,,781-555-0102',
      'N2,Bob,Roe,bob@x.com,617,781-555-0103,,555-0104',
    ].join('\n'),
    rows: [
      created({ phone_number: '(617) 555-0101', alt_number: '(781) 555-0102' }),
      created({ phone_number: '(781) 555-0103', alt_number: '555-0104' }),
    ],
  },
  'places-in-one-cell.csv': {
    content: [
      `${PERSON},Address`,
      ...[
        '1 Main St,Boston,MA,02134',
        '1 Main St; Boston; MA; 02134',
        '1 Main St | Boston | MA | 02134',
        // As Mailchimp writes it.
        '1 Main St    Boston  MA  02134  US',
        'Boston, MA 02134',
        '1 Main St, Boston, Suffolk County, MA 02134',
        '1 Main  St,  Boston',
      ].map((place, at) => `N${at},Ann${at},Lee,ann${at}@x.com,617-555-0101,"${place}"`),
    ].join('\n'),
    rows: [
      ...['1 Main St', '1 Main St', '1 Main St', '1 Main St', ''].map((address) =>
        created({ address, city: 'Boston', state: 'MA', zip_code: '02134' }),
      ),
      created({ address: '1 Main St, Boston, Suffolk County, MA 02134', city: '' }),
      created({ address: '1 Main St, Boston' }),
    ],
  },
  'languages.csv': {
    content: [
      `${PERSON},Language`,
      ...['SPA', 'Spanish (Mexico)', 'eng', 'English/Spanish'].map(
        (language, at) => `N${at},Ann${at},Lee,ann${at}@x.com,617-555-0101,${language}`,
      ),
    ].join('\n'),
    rows: ['es', 'es', 'en', ''].map((language) => created({ language })),
  },
  'german.csv': {
    content: [
      'Mandanten-Nr.;Anrede;Name;Vorname;Straße;Hausnr.;PLZ;Ort;Land;Telefon;Handy;E-Mail-Adresse;Ehepartner;E-Mail',
      '7;Frau;Groß;Eva;Bahnhofstr.;5;8001;Zürich;Schweiz;044 555 01 01;079 555 01 01;eva@x.com;Bob Roe;bob@x.com',
      '8;Herr;Roe;Max;Hauptstr.;1;10115;Berlin;Deutschland;030 5550101;;;Di Roe;di@x.com',
    ].join('\n'),
    rows: [
      created({
        client_number: '7',
        first_name: 'Eva',
        last_name: 'Groß',
        address: '5 Bahnhofstr.',
        city: 'Zürich',
        zip_code: '8001',
        country: 'CH',
        email: 'eva@x.com',
        alt_number: '+41795550101',
      }),
      created({ client_number: '8', email: '', country: 'DE' }),
    ],
  },
  'italian.csv': {
    content:
      'Codice cliente;Nome;Cognome;Indirizzo;CAP;Città;Telefono;E-mail\nN1;Ann;Lee;1 Main St;02134;Boston;617-555-0101;ann@x.com',
    rows: [created({ first_name: 'Ann', last_name: 'Lee', address: '1 Main St', city: 'Boston' })],
  },
  'dutch.csv': {
    content:
      'Klantnummer;Voornaam;Achternaam;Adres;Postcode;Woonplaats;Telefoon;E-mail\nN1;Ann;Lee;1 Main St;02134;Boston;617-555-0101;ann@x.com',
    rows: [created({ first_name: 'Ann', last_name: 'Lee', address: '1 Main St', city: 'Boston' })],
  },
  'french.csv': {
    content: [
      'N° client;Nom;Prénom;Adresse;Code postal;Ville;Pays;Téléphone;Portable;Courriel',
      '7;Roy;Eva;1 rue X;75001;Paris;France;01 55 55 01 01;06 55 55 01 01;eva@x.com',
    ].join('\n'),
    rows: [
      created({
        client_number: '7',
        first_name: 'Eva',
        last_name: 'Roy',
        address: '1 rue X',
        city: 'Paris',
        zip_code: '75001',
        country: 'FR',
        email: 'eva@x.com',
        phone_number: '+33155550101',
        alt_number: '+33655550101',
      }),
    ],
  },
  'po-box-and-care-of.csv': {
    content: [
      `${PERSON},Care Of,Street/PO Box,Address 2,P.O. Box,City,State,Zip`,
      `${ANN},,1 Main St,Apt 4,#12,Boston,MA,02134`,
      'N2,Bob,Roe,bob@x.com,617-555-0102,Di Fu,1 Main St,,,Boston,MA,02134',
      'N3,Cat,Fox,cat@x.com,617-555-0103,c/o Di Fu,,,Box 9,Boston,MA,02134',
      'N4,Dan,Elm,dan@x.com,617-555-0104,,Rose Cottage,,n/a,Boston,MA,02134',
    ].join('\n'),
    rows: [
      '1 Main St, Apt 4, PO Box 12',
      'c/o Di Fu, 1 Main St',
      'c/o Di Fu, Box 9',
      'Rose Cottage',
    ].map((address) => created({ address })),
  },
  'outlook-po-box.csv': {
    content: [
      'Account,First Name,Last Name,E-mail Address,Home Phone,Home Street,Home Street 2,Home City,Home State,Home Postal Code,Home Address PO Box',
      'N1,Ann,Lee,ann@x.com,617-555-0101,1 Main St,Apt 4,Boston,MA,02134,',
      'N2,Bob,Roe,bob@x.com,617-555-0102,,,Boston,MA,02134,77',
    ].join('\n'),
    rows: [WITH_UNIT, created({ address: 'PO Box 77', city: 'Boston' })],
  },
}
