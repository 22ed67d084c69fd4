import { lazyPart } from './lib/lazy-part.tsx'

export const BulkEmailDialog = lazyPart(
  async () => (await import('./mailings/bulk-email-dialog.tsx')).BulkEmailDialog,
)

export const ExportDialog = lazyPart(
  async () => (await import('./exports/export-dialog.tsx')).ExportDialog,
)

export const RecordAnswerDialog = lazyPart(
  async () => (await import('./clients/record-answer-dialog.tsx')).RecordAnswerDialog,
)

export const RoundDialog = lazyPart(
  async () => (await import('./rounds/round-dialog.tsx')).RoundDialog,
)
