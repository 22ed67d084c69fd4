import { type DetailName, type Details, editedFields } from './details.ts'

/** A detail that the office changed while the page was open. */
export interface OfficeChange {
  field: DetailName
  here: string
  typed: boolean
  office: string
}

export function officeChanges(shown: Details, sent: Details, office: Details): OfficeChange[] {
  const typed = editedFields(shown, sent)
  const differing = editedFields(sent, office)
  return editedFields(shown, office)
    .filter((field) => differing.includes(field))
    .map((field) => ({
      field,
      here: sent[field],
      typed: typed.includes(field),
      office: office[field],
    }))
}

/** Typed values stay; the others become the office's. */
export const withTyped = (shown: Details, now: Details, office: Details): Details => ({
  ...office,
  ...Object.fromEntries(editedFields(shown, now).map((field) => [field, now[field]])),
})
