import { FIELD_LABELS } from '@attest/contract/clients'

const LABELS: Record<string, string> = { ...FIELD_LABELS, excused_reason: 'Do Not Ask' }

export const fieldLabel = (field: string): string => LABELS[field] ?? field
