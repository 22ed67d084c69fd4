import { tidyZip } from './tidy.ts'

type State = readonly [code: string, name: string]

function pairsOf(text: string): readonly State[] {
  return text.split(';').map((pair) => [pair.slice(0, 2), pair.slice(3)])
}

/** The states of the forms: the 50 and DC by name, then territories and military posts (USPS Publication 28). */
export const STATES = pairsOf(
  'AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;' +
    'DC District of Columbia;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;' +
    'KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;' +
    'MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;' +
    'NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;' +
    'SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WA Washington;' +
    'WV West Virginia;WI Wisconsin;WY Wyoming;AS American Samoa;GU Guam;MP Northern Mariana Islands;PR Puerto Rico;' +
    'VI Virgin Islands;AA Armed Forces Americas;AE Armed Forces Europe;AP Armed Forces Pacific',
)

/** Accepted but not offered: independent countries with US zip codes. */
const ALSO_ACCEPTED = pairsOf('FM Federated States of Micronesia;MH Marshall Islands;PW Palau')

/** Abbreviations that people and older lists use. */
const SHORT =
  'AL Ala;AK Alas;AZ Ariz;AR Ark;CA Cal Cali Calif;CO Colo;CT Conn;DC WashDC DistrictColumbia DistofColumbia DofC;DE Dela Del;FL Fla;HI Haw;ID Ida;IL Ill Ills;IN Ind;KS Kan Kans;KY Kent;MA Mass;MI Mich;MN Minn;MS Miss;MT Mont;NE Neb Nebr;NV Nev;NM NMex;NC NCar NoCar NCarolina NoCarolina;ND NDak NoDak NDakota NoDakota;NY NYC NYS NewYorkCity;OK Okla;OR Ore Oreg;PA Penn Penna;SC SCar SoCar SCarolina SoCarolina;SD SDak SoDak SDakota SoDakota;TN Tenn;TX Tex;WA Wash;WV WVa WVirginia WestVa;WI Wis Wisc;WY Wyo'

const ALIASES = pairsOf('DC Washington DC;DC D.C.;VI US Virgin Islands')

const key = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const names = new Map([...STATES, ...ALSO_ACCEPTED].map(([code, name]) => [code, name]))
const codes = new Map<string, string>()
for (const [code, name] of [...STATES, ...ALSO_ACCEPTED, ...ALIASES]) {
  const [short, long] = [key(code), key(name)]
  const both = [short + long, long + short]
  const inUs = [short, long].flatMap((text) => [`us${text}`, `${text}us`, `${text}usa`])
  const formal = [`stateof${long}`, `commonwealthof${long}`, `${long}state`]
  for (const text of [short, long, ...both, ...inUs, ...formal]) codes.set(text, code)
}
for (const line of SHORT.split(';')) {
  const [code, ...others] = line.split(' ') as [string, ...string[]]
  for (const other of others) codes.set(key(other), code)
}

/** Reads a code, a name or a common abbreviation, in any case; undefined if unknown. */
export const stateCode = (text: string): string | undefined => codes.get(key(text))

export const stateName = (code: string): string => names.get(code) ?? code

// No zod: the client's page loads this.

export const US = 'US'

export interface Place {
  country: string
  state: string
  zip_code: string
}

export const PLACE_FIELDS = ['country', 'state', 'zip_code'] as const

const ZIP = /^\d{5}(-\d{4})?$/

/** Returns state and zip code as they are stored, or errors. Abroad both are free text and may be ''. */
export function checkPlace(given: Place): {
  place: Place
  errors: Partial<Record<keyof Place, string>>
} {
  if (given.country !== US) return { place: given, errors: {} }
  const code = stateCode(given.state)
  const zip_code = tidyZip(given.zip_code)
  const place = { country: US, state: code ?? given.state, zip_code }
  const errors: ReturnType<typeof checkPlace>['errors'] = {}
  if (given.state === '') errors.state = 'State is required'
  else if (!code) errors.state = `“${given.state}” is not a US state`
  if (zip_code === '') errors.zip_code = 'Zip code is required'
  else if (!ZIP.test(zip_code))
    errors.zip_code = 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234'
  return { place, errors }
}

/** "Boston, MA 02134", "Berlin, 10115", "Hong Kong". */
export function placeLine({ city, state, zip_code }: Omit<Place, 'country'> & { city: string }) {
  const end = `${state.trim()} ${zip_code.trim()}`.trim()
  return [city.trim(), end].filter((part) => part !== '').join(', ')
}

const countryNames = new Map<string, Intl.DisplayNames>()

/** Unicode's name for a code. Returns any other text unchanged, and in browsers before 2021 every text. */
export function countryName(code: string, language = 'en'): string {
  if (!Intl.DisplayNames || !/^[A-Z]{2}$/.test(code)) return code
  let inLanguage = countryNames.get(language)
  if (!inLanguage) {
    inLanguage = new Intl.DisplayNames(language, { type: 'region' })
    countryNames.set(language, inLanguage)
  }
  return inLanguage.of(code) ?? code
}

type Address = Place & Record<'address' | 'city', string>

export const postalLines = (of: Address, language = 'en'): string[] =>
  [of.address, placeLine(of), of.country === US ? '' : countryName(of.country, language)].filter(
    (line) => line !== '',
  )
