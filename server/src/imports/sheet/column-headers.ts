import type { ClientField } from './client-fields.ts'

/**
 * Some words name a field for certain. `other_…` counts only if the sheet has nothing better: “No.” is the client
 * number unless there is one. “Mobile” is the phone number or, beside one, the alternate.
 */
export type Slot =
  | ClientField
  | 'other_number'
  | 'other_phone'
  | 'address_2'
  | 'address_3'
  | 'whole_name'

const words = (text: string) => text.split(' ')

/** "-" stands for nothing. */
const combine = (starts: string, ends: string) =>
  words(starts).flatMap((start) => words(ends).map((end) => (start + end).replaceAll('-', '')))

/** Lower case letters and digits only; "#" reads "number". */
const HEADERS: Readonly<Record<Slot, string[]>> = {
  client_number: [
    ...combine(
      'client customer cust cl account acct member',
      'number no nr num id code ref reference',
    ),
    ...words('externalidentifier externalid'),
    ...words('account acct'),
  ],
  other_number: [
    ...combine('file record case matter user', 'number no nr num id'),
    ...words('number no nr num id contactid'),
  ],
  first_name: words('firstname firstnames first givenname givennames given forename fname'),
  last_name: words('lastname last surname familyname family lname'),
  whole_name: words('name fullname wholename lastnamefirstname firstandlastname lastfirst'),
  email: [
    ...combine('email mail', '- address id 1 1value 2 2address 2value'),
    ...combine(
      'work personal business office private home primary secondary alternate other',
      'email emailaddress',
    ),
  ],
  phone_number: [
    ...combine('phone telephone tel', '- number no nr num s numbers 1 number1 1value'),
    ...words('contactnumber contactno contactphone daytimephone'),
  ],
  other_phone: [
    ...combine('mobile cell cellular cellphone mobilephone', '- number no nr num'),
    ...combine('home work business office evening', 'phone telephone tel phonenumber'),
    ...words(
      'phoneh phonec phonem phonew phonehome phonecell phonemobile phonework telh telc telm telw ph',
    ),
  ],
  alt_number: [
    ...combine(
      'alt alternate alternative secondary additional backup',
      '- number no nr phone phonenumber phoneno telephone tel contact contactnumber',
    ),
    ...combine('other second', 'number phone phonenumber telephone'),
    ...combine('phone telephone tel', '2 number2 2value'),
  ],
  address: [
    ...combine('address addr street addressline streetline streetaddress', '- 1'),
    ...words('line1 streetname addressstreet'),
  ],
  address_2: [
    ...combine('address addr street addressline streetline streetaddress line', '2'),
    ...words('supplementaladdress1 supplementaladdress'),
    ...words('apt apartment suite unit aptsuite aptunit aptnumber aptno unitnumber'),
  ],
  address_3: combine('address addr street addressline line', '3'),
  city: words('city town citytown towncity cityortown townorcity cityname locality municipality'),
  state: [
    ...combine('state province', '- code name abbreviation'),
    ...words('stateprovince provincestate stateorprovince stateregion usstate region st stprov'),
  ],
  zip_code: [
    ...combine('zip postal zippostal postalzip ziporpostal', '- code'),
    ...words('postcode zip5 zip4 zipcode4'),
  ],
  country: [...combine('country nation', '- code name'), 'countryregion'],
  language: [
    ...combine('language idioma lengua', '- code preference'),
    ...words('preferredlanguage spokenlanguage emaillanguage idiomapreferido'),
  ],
  group_template: [
    ...combine('group template grouptemplate templategroup emailtemplate', '- id name'),
    ...words('clientgroup emailgroup emailtemplategroup'),
  ],
}

const SLOTS = new Map(
  Object.entries(HEADERS).flatMap(([slot, headers]) =>
    headers.map((header) => [header, slot as Slot]),
  ),
)

/** "Client's phone", "Mailing address": the first word adds nothing. */
const PREFIX =
  /^(?:clients?|customers?|contacts?|home|business|work|office|billing|mailing|residential|primary|current|permanent|postal|main|legal|address\d?)/

const normal = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/['’]s\b/g, '')
    .replace(/[^a-z0-9]/g, '')

/** Close: the heading names the field with more words. Vague: it may as well mean something else. */
type Closeness = 'exact' | 'close' | 'vague'

export interface Match {
  slot: Slot
  closeness: Closeness
}

/** Only the content tells whether such a column is meant. */
const VAGUE = new Set(words('group mail region stateregion account acct member st'))

export function matchOf(header: string): Match | undefined {
  const whole = normal(header)
  const withoutHint = normal(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ''))
  const bare = withoutHint.replace(PREFIX, '')
  const readings = [whole, withoutHint, bare, bare.replace(PREFIX, '')]
  const known = readings.find((text) => SLOTS.has(text))
  if (known === undefined) return undefined
  // Beside a client number, an account is something else.
  const isNear = known !== whole || /^(?:account|acct|member)/.test(known)
  const closeness = VAGUE.has(known) ? 'vague' : isNear ? 'close' : 'exact'
  return { slot: SLOTS.get(known)!, closeness }
}

export const slotOfHeader = (header: string): Slot | undefined => matchOf(header)?.slot

/** Headings that a person would call the same. */
export const isSameHeader = (one: string, other: string): boolean => normal(one) === normal(other)

const OTHERS =
  'spouse|partner|husband|wife|emergency(?:contact)?|nextofkin|guardian|parent|mother|father|child|son|daughter|attorney|lawyer|assistant|manager|secretary|referredby|opposingparty|employer|beneficiary|trustee|executor|agent|contact\\d?|(?:other|second(?:ary)?|alternate|co|joint)(?:contact|client|person|owner)|co(?:applicant|borrower|owner)'
const OTHER_NAME = new RegExp(`^(?:${OTHERS})s?(?:(?:full|first|last)?name)?\\d?$`)

/** A column of another person's name, such as "Spouse" or "Emergency Contact". */
export const namesAnother = (header: string): boolean => OTHER_NAME.test(normal(header))

/** "Work email" and "Personal Email": each says whose of the same person's mailboxes it is. */
export const saysWhich = (header: string): boolean =>
  /work|business|office|personal|private|home|primary|secondary|alternate|other|\d/.test(
    normal(header),
  )
