import { FIELD_LABELS } from '@attest/contract/clients'

export const fieldLabel = (field: string): string =>
  FIELD_LABELS[field as keyof typeof FIELD_LABELS] ?? field
