/**
 * The states that the forms offer: first the 50 and the District of Columbia, sorted by name. The territories and the
 * military posts follow (USPS Publication 28, appendix B).
 */
export const STATES: ReadonlyArray<readonly [code: string, name: string]> = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['VI', 'Virgin Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
]

/** Accepted but not offered: countries of their own with US zip codes. */
const ALSO_ACCEPTED: ReadonlyArray<readonly [code: string, name: string]> = [
  ['FM', 'Federated States of Micronesia'],
  ['MH', 'Marshall Islands'],
  ['PW', 'Palau'],
]

const ALIASES: ReadonlyArray<readonly [code: string, name: string]> = [
  ['DC', 'Washington DC'],
  ['DC', 'D.C.'],
  ['VI', 'US Virgin Islands'],
]

const key = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const names = new Map([...STATES, ...ALSO_ACCEPTED].map(([code, name]) => [code, name]))
const codes = new Map<string, string>()
for (const [code, name] of [...STATES, ...ALSO_ACCEPTED, ...ALIASES]) {
  codes.set(key(code), code)
  codes.set(key(name), code)
}

/** Code for a code or full name, in any case; undefined if unknown. */
export const stateCode = (text: string): string | undefined => codes.get(key(text))

export const stateName = (code: string): string => names.get(code) ?? code
