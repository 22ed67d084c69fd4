import { ClientInput, FIELD_LABELS } from '@attest/contract/clients'

export type ClientField = keyof ClientInput

export type Cells = Partial<Record<ClientField, string>>

export const CLIENT_FIELDS = Object.keys(ClientInput.shape) as ClientField[]

/** 'Client number': the label as a sentence has it. */
export const nameOf = (field: ClientField): string =>
  FIELD_LABELS[field].charAt(0) + FIELD_LABELS[field].slice(1).toLowerCase()

/** A sheet without one of these columns is rejected. */
export const NEEDED_FIELDS: readonly ClientField[] = CLIENT_FIELDS.filter(
  (field) => !ClientInput.shape[field].safeParse(undefined).success,
)
