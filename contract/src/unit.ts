// No zod: the client's page loads this.

const WORD =
  '(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|building|bldg|lot|space|spc|trailer|trlr|penthouse|ph)'
/** "Suite Lane" is a street. */
const NUMBER = '(?:[\\w-]{0,6}\\d[\\w-]{0,6}|[a-z])'
const FLOOR = '(?:\\d{1,3}(?:st|nd|rd|th)?|first|second|third|ground|top) (?:floor|fl)\\.?'
const UNIT = `(?:(?:${WORD}\\b\\.?|#) ?(?:# ?)?${NUMBER}|${FLOOR}|penthouse|ph)`

const LAST_PART = new RegExp(`^(.*\\S), (${UNIT})$`, 'i')
const AT_END = new RegExp(`\\s(${UNIT})$`, 'i')

export interface SplitAddress {
  street: string
  unit: string
}

export const joinUnit = ({ street, unit }: SplitAddress): string =>
  street.trim() === '' || unit.trim() === '' ? street : `${street}, ${unit}`

/** Splits off the unit if `joinUnit` restores exactly the same address. */
export function splitUnit(address: string): SplitAddress {
  const [, street = '', unit = ''] = LAST_PART.exec(address) ?? []
  const split = { street, unit }
  return unit !== '' && joinUnit(split) === address ? split : { street: address, unit: '' }
}

/** The unit at an address's end, with or without a comma; '' for none. */
export const unitOf = (address: string): string => AT_END.exec(address.trim())?.[1] ?? ''
