import {
  ATTACHMENT_CATEGORIES,
  type AttachmentCategory,
  endingOf,
  MAX_ATTACHMENT_BYTES,
} from '@attest/contract/attachments'
import { File, FileImage, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react'

export const CATEGORY_LABELS: Readonly<Record<AttachmentCategory, string>> = {
  document: 'Document',
  spreadsheet: 'Spreadsheet',
  image: 'Image',
  other: 'Other',
}

export const CATEGORIES = Object.entries(CATEGORY_LABELS) as [AttachmentCategory, string][]

export const CATEGORY_ICONS: Readonly<Record<AttachmentCategory, LucideIcon>> = {
  document: FileText,
  spreadsheet: FileSpreadsheet,
  image: FileImage,
  other: File,
}

export const ACCEPTED = Object.keys(ATTACHMENT_CATEGORIES)
  .map((ending) => `.${ending}`)
  .join(',')

// hasOwn, as a file may be called x.constructor.
const isTaken = (ending: string) => Object.hasOwn(ATTACHMENT_CATEGORIES, ending)

export function categoryOf(name: string): AttachmentCategory {
  const ending = endingOf(name)
  return (isTaken(ending) && ATTACHMENT_CATEGORIES[ending]) || 'other'
}

/** Why a file is rejected before the upload. The server checks its content as well. */
export function refusalOf({ name, size }: { name: string; size: number }) {
  if (size > MAX_ATTACHMENT_BYTES) {
    return { title: 'File too large', text: 'File size must be less than 50MB' }
  }
  if (!isTaken(endingOf(name))) {
    return { title: 'Invalid file type', text: 'Please select a supported file type' }
  }
  return undefined
}
