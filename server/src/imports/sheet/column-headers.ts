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
    ...combine('client customer account acct member', 'number no nr num id code ref reference'),
    ...words('account acct'),
  ],
  other_number: [
    ...combine('file record case matter user', 'number no nr num id'),
    ...words('number no nr num id contactid'),
  ],
  first_name: words('firstname firstnames first givenname givennames given forename fname'),
  last_name: words('lastname last surname familyname family lname'),
  whole_name: words('name fullname wholename lastnamefirstname firstandlastname lastfirst'),
  email: [...combine('email mail', '- address id 1'), ...combine('work personal', 'email')],
  phone_number: [
    ...combine('phone telephone tel', '- number no nr num 1 number1'),
    ...words('contactnumber contactno contactphone daytimephone'),
  ],
  other_phone: [
    ...combine('mobile cell cellular cellphone mobilephone', '- number no nr num'),
    ...combine('home work business office evening', 'phone telephone tel phonenumber'),
  ],
  alt_number: [
    ...combine(
      'alt alternate alternative secondary additional backup',
      '- number no nr phone phonenumber phoneno telephone tel contact contactnumber',
    ),
    ...combine('other second', 'number phone phonenumber telephone'),
    ...combine('phone telephone tel', '2 number2'),
  ],
  address: [
    ...combine('address addr street addressline streetline streetaddress', '- 1'),
    ...words('line1 streetname addressstreet'),
  ],
  address_2: [
    ...combine('address addr street addressline streetline streetaddress line', '2'),
    ...words('apt apartment suite unit aptsuite aptunit aptnumber aptno unitnumber'),
  ],
  address_3: combine('address addr street addressline line', '3'),
  city: words('city town citytown towncity cityortown townorcity cityname locality municipality'),
  state: [
    ...combine('state province', '- code name abbreviation'),
    ...words('stateprovince provincestate stateorprovince stateregion usstate region st'),
  ],
  zip_code: [
    ...combine('zip postal zippostal postalzip ziporpostal', '- code'),
    ...words('postcode zip5 zip4 zipcode4'),
  ],
  country: combine('country nation', '- code name'),
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
  /^(?:clients?|customers?|contacts?|home|mailing|residential|primary|current|permanent|postal|main|legal)/

const normal = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/['’]s\b/g, '')
    .replace(/[^a-z0-9]/g, '')

export function slotOfHeader(header: string): Slot | undefined {
  const withoutHint = normal(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ''))
  const bare = withoutHint.replace(PREFIX, '')
  return [normal(header), withoutHint, bare, bare.replace(PREFIX, '')]
    .map((text) => SLOTS.get(text))
    .find((slot) => slot !== undefined)
}
