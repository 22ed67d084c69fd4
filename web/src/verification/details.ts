import { US } from '@attest/contract/place'
import { STATES, stateCode, stateName } from '@attest/contract/states'
import { tidyZip } from '@attest/contract/tidy'
import type { PublicClient } from '@attest/contract/verification'

export type DetailName = Exclude<keyof PublicClient, 'last_updated'>

/** The form's fields, each as the text in its control. */
export type Details = Record<DetailName, string>

export type FieldErrors = Partial<Record<DetailName, string>>

/** In the order of the form. */
export const DETAIL_LABELS: Readonly<Record<DetailName, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  address: 'Street address',
  country: 'Country',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  phone_number: 'Phone number',
  alt_number: 'Alternate number',
  email: 'Email',
}

export const DETAIL_FIELDS = Object.keys(DETAIL_LABELS) as DetailName[]

/** The stored record as the form shows it: a state's name becomes its code, one we do not know is left open. */
export const detailsOf = ({ last_updated: _, ...client }: PublicClient): Details => ({
  ...client,
  alt_number: client.alt_number ?? '',
  state: client.country === US ? (stateCode(client.state) ?? '') : client.state,
})

/** Fields that differ from the stored record. */
export const editedFields = (stored: Details, now: Details): DetailName[] =>
  DETAIL_FIELDS.filter((field) => stored[field].trim() !== now[field].trim())

/** Fields that the office changed to another value than the client sent. */
export const officeChanges = (shown: Details, sent: Details, office: Details): DetailName[] =>
  editedFields(shown, office).filter((field) => editedFields(sent, office).includes(field))

/** Typed values stay. The others take the office's values. */
export const withTyped = (shown: Details, now: Details, office: Details): Details => ({
  ...office,
  ...Object.fromEntries(editedFields(shown, now).map((field) => [field, now[field]])),
})

export const missingFields = (details: Details): DetailName[] =>
  DETAIL_FIELDS.filter((field) => isNeeded(field, details) && details[field].trim() === '')

export const isAbroad = ({ country }: Pick<Details, 'country'>): boolean => country !== US

/** Country and state after a move in or out of the United States. A state belongs to its country. */
export const placeAfterMove = (abroad: boolean, stored: Details) => {
  if (abroad === isAbroad(stored)) return { country: stored.country, state: stored.state }
  return { country: abroad ? '' : US, state: '' }
}

/** Some people have one name, some countries no states and no postal codes. */
const isNeeded = (field: DetailName, details: Details) =>
  !['alt_number', 'last_name'].includes(field) &&
  !(isAbroad(details) && ['state', 'zip_code'].includes(field))

/** As it is sent: Enter submits without leaving a field. */
export const tidied = (details: Details): Details =>
  isAbroad(details) ? details : { ...details, zip_code: tidyZip(details.zip_code) }

/** "phone number and zip code", for the middle of a sentence. By hand: phones of 2020 have no Intl.ListFormat. */
export function inWords(fields: DetailName[]): string {
  const words = fields.map((field) => DETAIL_LABELS[field].toLowerCase())
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words[words.length - 1]}`
}

/** The offered states, and a stored one beside them. */
export function stateOptions(stored: string): ReadonlyArray<readonly [code: string, name: string]> {
  const offered = STATES.some(([code]) => code === stored)
  return offered || stored === '' ? STATES : [...STATES, [stored, stateName(stored)]]
}
