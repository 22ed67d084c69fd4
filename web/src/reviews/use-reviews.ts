import { ADDRESS_FIELDS, type DetailName } from '@attest/contract/client-fields'
import type { Query } from '@attest/contract/endpoint'
import { countryName, placeLine, US } from '@attest/contract/place'
import { doubtsAbout, listReviews, type Review, reviewAnswers } from '@attest/contract/reviews'
import { fieldLabel, fieldText } from '../history/field-text.ts'
import type { Reply } from '../lib/call.ts'
import { counted } from '../lib/format.ts'
import { action, mayRetry } from '../lib/use-action.ts'
import { usePage } from '../lib/use-read.ts'

export type Listed = Review
export type Counts = Reply<typeof listReviews>['counts']

export const useReviews = (query: Query<typeof listReviews>) => usePage(listReviews, { query })

export const useReview = action(reviewAnswers, {
  success: ({ reviewed }) => ({
    title: 'Reviewed',
    text: `${counted(reviewed, 'client', 'clients')} dealt with.`,
  }),
  failure: mayRetry('Not saved', 'The review could not be saved.'),
})

type Values = Review['old']

interface Difference {
  label: string
  fields: DetailName[]
  old: string
  now: string
  current: string
  doubts: string[]
  mayGoBack: boolean
}

const addressText = ({ address, city, state, zip_code, country }: Values) =>
  [
    address,
    placeLine({ city: city ?? '', state: state ?? '', zip_code: zip_code ?? '' }),
    country && country !== US && countryName(country),
  ]
    .filter(Boolean)
    .join('\n')

/** Shows an address as one row, since fields from two addresses make no valid one. */
export function differencesOf({ old, new: now, current, changed, settable }: Review): Difference[] {
  const doubts = doubtsAbout(Object.fromEntries(changed.map((f) => [f, old[f]])), now)
  const rows = Map.groupBy(changed, (f) => (ADDRESS_FIELDS.includes(f) ? 'address' : f))
  return [...rows].map(([field, fields]) => {
    const textOf = (values: Values) =>
      field === 'address' ? addressText(values) : fieldText(field, values[field], String)
    return {
      label: fieldLabel(field),
      fields: fields as DetailName[],
      old: textOf(old),
      now: textOf(now),
      current: textOf(current),
      doubts: fields.flatMap((f) => doubts[f] ?? []),
      mayGoBack: fields.every((f) => settable.includes(f)),
    }
  })
}
