import type { AttachmentCategory } from '@attest/contract/attachments'
import type { Change } from '@attest/contract/history'
import { CATEGORY_LABELS } from '../attachments/file-kinds.ts'
import { formatFileSize } from '../lib/format.ts'

interface FileValues {
  filename: string
  file_size: number
  category: AttachmentCategory
}

export const isFileEvent = ({ action }: Change) =>
  action === 'file_uploaded' || action === 'file_deleted'

export function fileRows({ old_data, new_data }: Change) {
  const before = fileTexts(old_data)
  const after = fileTexts(new_data)
  return ['File Name', 'Size', 'Category'].map((label, n) => ({
    label,
    before: before[n] ?? '',
    after: after[n] ?? '',
  }))
}

function fileTexts(json: string) {
  const file = JSON.parse(json) as FileValues | null
  if (!file) return []
  return [file.filename, formatFileSize(file.file_size), CATEGORY_LABELS[file.category]]
}
