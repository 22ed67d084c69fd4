import type { ClientField } from './client-fields.ts'

/** `kind_…` names a kind, such as “work email”: such columns may stand in for each other. */
export type Slot =
  | ClientField
  | 'kind_email'
  | 'kind_phone'
  | 'address_2'
  | 'address_3'
  | 'whole_name'

/** A heading's meaning, from 0 to 1 for a certain one. */
export interface Meaning {
  slot: Slot
  closeness: number
  /** “Home” of a home address: its parts belong together. */
  group: string
}

/** Headings at most so close need content that fits well. */
export const WEAK = 0.6

const words = (text: string) => text.split(' ')

const KINDS =
  'home work business office evening daytime day personal mobile cell cellular private h w hm wk bus'

/** "-" stands for nothing. */
const combine = (starts: string, ends: string) =>
  words(starts).flatMap((start) => words(ends).map((end) => (start + end).replaceAll('-', '')))

/** Lower case letters and digits only; "#" reads "number". */
const HEADERS: Readonly<Record<Slot, string[]>> = {
  client_number: [
    ...combine('client customer cl cli clnt cust', 'number no nr num id code ref reference'),
    ...words('externalidentifier externalid'),
  ],
  first_name: words('firstname firstnames first givenname givennames given forename fname firstnm'),
  last_name: words('lastname last surname familyname family lname lastnm'),
  whole_name: words(
    'name fullname wholename lastnamefirstname firstandlastname lastfirst customer clientname',
  ),
  email: [...combine('email emailaddr', '- address id 1 1value'), 'mailaddress', 'mailid'],
  kind_email: combine(KINDS, 'email emailaddress mail'),
  phone_number: [
    ...combine('phone telephone tel ph', '- number numbers no nr num 1 number1 1value'),
    ...words('contactnumber contactno contactphone'),
  ],
  kind_phone: [
    ...combine('mobile mob cell cellular cellphone mobilephone', '- number no nr num phone ph'),
    ...combine(KINDS, 'phone telephone tel ph phonenumber phoneno telephonenumber'),
  ],
  alt_number: [
    ...combine(
      'alt alternate alternative secondary additional backup',
      '- number no nr ph phone phonenumber phoneno telephone tel contact contactnumber',
    ),
    ...combine('other second', 'number phone phonenumber telephone'),
    ...combine('phone telephone tel ph', '2 number2 2value'),
  ],
  address: [
    ...combine('street addressline streetline streetaddress staddr staddress', '- 1'),
    ...combine('address addr', '- 1'),
    ...words('line1 streetname addressstreet address1street'),
  ],
  address_2: [
    ...combine('address addr street addressline streetline streetaddress line', '2'),
    ...words(
      'apt apartment suite unit aptsuite aptunit aptnumber aptno unitnumber supplementaladdress1 address1extendedaddress',
    ),
  ],
  address_3: [...combine('address addr street addressline line', '3'), 'supplementaladdress2'],
  city: words(
    'city town citytown towncity cityortown townorcity cityname locality municipality address1city',
  ),
  state: [
    ...combine('state province', '- code name abbreviation'),
    ...words(
      'stateprovince provincestate stateorprovince stateregion usstate stprov address1region',
    ),
  ],
  zip_code: [
    ...combine('zip postal zippostal postalzip ziporpostal', '- code'),
    ...words('postcode zip5 zippluspostal address1postalcode'),
  ],
  country: [
    ...combine('country nation', '- code name'),
    ...words('countryregion ctry address1country'),
  ],
  language: [
    ...combine('language idioma lengua', '- code preference'),
    ...words('preferredlanguage spokenlanguage emaillanguage idiomapreferido'),
  ],
  group_template: [
    ...combine('grouptemplate templategroup emailtemplate', '- id name'),
    ...words('emailtemplategroup'),
  ],
}

/** Words that often mean something else: they count if the content fits, and nothing better is there. */
const WEAK_HEADERS: Readonly<Partial<Record<Slot, string[]>>> = {
  client_number: [
    ...combine('account acct member', '- number no nr num id code ref reference'),
    ...combine('file record case matter user contact', 'number no nr num id'),
    ...words('number no nr num id'),
  ],
  email: ['mail'],
  state: ['region', 'st'],
  zip_code: ['zip4', 'zipcode4'],
  group_template: combine('group template clientgroup emailgroup', '- id name'),
}

const slotsBy = (headers: Readonly<Partial<Record<Slot, string[]>>>) =>
  new Map(
    Object.entries(headers).flatMap(([slot, texts]) => texts.map((text) => [text, slot as Slot])),
  )
const SLOTS = slotsBy(HEADERS)
const WEAK_SLOTS = slotsBy(WEAK_HEADERS)

/** "Client's phone", "Mailing address": the first word adds nothing. */
const PREFIX =
  /^(?:clients?|customers?|contacts?|home|mailing|residential|primary|current|permanent|postal|main|legal)/

/** These words belong before a part of an address only: a “Business name” is nobody's. */
const ADDRESS_PREFIX =
  /^(?:home|mailing|residential|primary|current|permanent|postal|main|legal|business|work|office|billing|shipping|other)/
const ADDRESS_PARTS: readonly Slot[] = [
  'address',
  'address_2',
  'address_3',
  'city',
  'state',
  'zip_code',
  'country',
]
export const isAddressPart = (slot: Slot): boolean => ADDRESS_PARTS.includes(slot)

const HINT = /\([^()]*\)|\[[^[\]]*\]/g
/** Hints that change no meaning; “(Y/N)” does. */
const HARMLESS = /^\W*(?:required|optional|\d digits|primary|main|preferred|mandatory|if any)\W*$/i

const normal = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/['’]s\b/g, '')
    .replace(/[^a-z0-9]/g, '')

/** "Phone (H)", "Email - Work" → "homephone", "workemail" */
const kindFirst = (header: string) =>
  header.replace(
    /^(.*\w)\W*[-–:,/([]\W*(h|c|m|w|b|o|d|e|home|cell|mobile|work|business|office|day|daytime|evening|personal)\W*$/i,
    (_, what: string, kind: string) => `${LETTERS[kind.toLowerCase()] ?? kind} ${what}`,
  )

const LETTERS: Record<string, string> = {
  h: 'home',
  c: 'cell',
  m: 'mobile',
  w: 'work',
  b: 'business',
  o: 'office',
  d: 'daytime',
  e: 'evening',
}

export function meaningOf(header: string): Meaning | undefined {
  const hints = header.match(HINT) ?? []
  const kinded = kindFirst(header)
  const texts: [text: string, closeness: number][] = [
    [normal(header), 1],
    ...(kinded === header ? [] : [[normal(kinded), 1] as [string, number]]),
    [normal(header.replace(HINT, '')), hints.every((hint) => HARMLESS.test(hint)) ? 0.95 : 0.55],
  ]
  for (const [text, closeness] of texts) {
    const found = meaningOfText(text, closeness)
    if (found) return found
  }
  return undefined
}

function meaningOfText(text: string, closeness: number): Meaning | undefined {
  const own = SLOTS.get(text)
  if (own)
    return { slot: own, closeness: wholeAddress(text) ? closeness - 0.02 : closeness, group: '' }
  const group = ADDRESS_PREFIX.exec(text)?.[0] ?? ''
  const part = SLOTS.get(text.slice(group.length))
  if (group && part && isAddressPart(part))
    return { slot: part, closeness: closeness - (wholeAddress(text) ? 0.12 : 0.1), group }
  const bare = text.replace(PREFIX, '')
  for (const rest of [bare, bare.replace(PREFIX, '')]) {
    const slot = SLOTS.get(rest)
    if (slot && slot !== 'whole_name') return { slot, closeness: closeness - 0.1, group: '' }
  }
  const weak = WEAK_SLOTS.get(text) ?? WEAK_SLOTS.get(bare)
  return (
    weak && { slot: weak, closeness: Math.min(closeness, text === bare ? 0.5 : 0.45), group: '' }
  )
}

/** It may hold city and zip code too: a “Street” beside it is better. */
const wholeAddress = (text: string) => /addr(?:ess)?$/.test(text)

export const slotOfHeader = (header: string): Slot | undefined => meaningOf(header)?.slot

export const letterHeader = (column: number) => `Column ${letters(column)}`

/** 0 is A, 26 is AA. */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26))
