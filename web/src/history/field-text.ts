import type { AttachmentCategory } from '@attest/contract/attachments'
import { FIELD_LABELS, formatPhone, rowOf } from '@attest/contract/client-fields'
import { languageName } from '@attest/contract/languages'
import { countryName } from '@attest/contract/place'
import type { ExcuseReason } from '@attest/contract/rounds'
import { CATEGORY_LABELS } from '../attachments/file-categories.ts'
import { formatFileSize } from '../lib/format.ts'

const LABELS: Record<string, string> = {
  ...FIELD_LABELS,
  excused_reason: 'Do Not Ask',
  merged: 'Merged Client',
  said: 'Reported',
  filename: 'File Name',
  file_size: 'Size',
  category: 'Category',
}

export const fieldLabel = (field: string): string => LABELS[field] ?? field

export function fieldText(
  field: string,
  value: string | null | undefined,
  templateName: (id: string) => string,
): string {
  if (!value) return ''
  const { kind } = rowOf(field)
  if (kind === 'country') return countryName(value)
  if (kind === 'phone') return formatPhone(value)
  if (kind === 'language') return languageName(value)
  if (kind === 'template') return templateName(value)
  if (field === 'excused_reason') return excuseName(value)
  if (field === 'file_size') return formatFileSize(Number(value))
  if (field === 'category') return CATEGORY_LABELS[value as AttachmentCategory]
  if (field === 'status') return value.charAt(0).toUpperCase() + value.slice(1)
  return value
}

export const EXCUSES: { reason: ExcuseReason; name: string; text: string }[] = [
  { reason: 'deceased', name: 'Deceased', text: 'The client has died.' },
  { reason: 'left', name: 'No longer a client', text: 'The firm does not act for them any more.' },
  { reason: 'declined', name: 'Asked us not to write', text: 'They want no such emails.' },
  { reason: 'other', name: 'Another reason', text: 'Say which in the note.' },
]

export const excuseName = (reason: string) =>
  EXCUSES.find((excuse) => excuse.reason === reason)?.name ?? reason

/** '(617) 555-0101 ext. 5' → 'tel:6175550101;ext=5' (RFC 3966) */
export function telOf(number: string): string {
  const [, main = '', ext] = /^(.*?)(?:\s*(?:;ext=|ext\.?|x|#)\s*(\d+))?$/i.exec(number) ?? []
  return `tel:${main.replace(/[^\d+]/g, '')}${ext ? `;ext=${ext}` : ''}`
}
