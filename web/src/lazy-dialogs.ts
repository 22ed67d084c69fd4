import { lazyPart } from './lib/lazy-part.tsx'

export const BulkEmailDialog = lazyPart(() => import('./mailings/bulk-email-dialog.tsx'))
export const ChangeGroupDialog = lazyPart(() => import('./templates/change-group-dialog.tsx'))
export const CreateClientDialog = lazyPart(() => import('./clients/create-client-dialog.tsx'))
export const ExportDialog = lazyPart(() => import('./exports/export-dialog.tsx'))
export const RecordAnswerDialog = lazyPart(() => import('./clients/record-answer-dialog.tsx'))
export const RoundDialog = lazyPart(() => import('./rounds/round-dialog.tsx'))
